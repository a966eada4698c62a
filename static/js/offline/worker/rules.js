// Which request is answered how: the first rule that fits. What the network alone answers never
// passes through the worker: streams would break there, and entries have an outbox of their own.

import { filesOf } from "./keep.js";

export const LIMIT = 2500; // ms that the network has where the phone has the page too
export const PATIENCE = 10_000; // ms that it has where the phone has no such page

/**
 * `path` and `search` of the address, `navigation`: only for whole pages, `answer`: by which
 * strategy, `page`: which page of the pack of the reader's language, else the one asked for.
 */
export const RULES = [
  { path: /^\/[tw]\/[^/]+\/(events|state|entries)$/, answer: "network" },
  {
    path: /^\/f\/(en|de|pt-br|zh-hans)\/(cards(\/actions)?|kit)$/,
    search: /^$/,
    answer: "pack first",
  },
  { path: /^\/f\//, answer: "network" },
  { path: /^\/static\/packs\/[^/]+\/names\.json$/, answer: "file" },
  { path: /^\/static\/packs\//, answer: "network" },
  { path: /^\/static\//, answer: "file" },
  { path: /\.\w+$/, answer: "network" },
  { path: /^\/healthz$/, answer: "network" },
  { path: /^\/(en|de|pt-br|zh-hans)\/(shell|offline)$/, answer: "pack first" },
  { path: /^\/(en|de|pt-br|zh-hans)\/cards\/$/, search: /\bq=/, answer: "network first" },
  { path: /^\/(en|de|pt-br|zh-hans)\/(cards|rulings)\//, answer: "pack first" },
  { path: /^\/((en|de|pt-br|zh-hans)\/)?$/, navigation: true, answer: "network first", page: "" },
  { path: /^\/t\/[^/]+$/, navigation: true, answer: "network first", page: "shell" },
  { path: /^\//, navigation: true, answer: "network or say so", page: "offline" },
];

/** Where browsers can be told beforehand, they do not even ask the worker about these paths. */
const STRAIGHT = [
  "/t/*/events",
  "/t/*/state",
  "/t/*/entries",
  "/w/*/events",
  "/w/*/state",
  "/f/t/*",
  "/f/w/*",
];

/** For the browser: what it fetches or takes from the cache of this release with no worker awake. */
export function routesOf({ build, files }) {
  const folder = (path) => path.split("/", 3).join("/");
  const folders = new Set(files.filter((path) => !path.startsWith("/static/packs/")).map(folder));
  return [
    ...STRAIGHT.map((urlPattern) => ({ condition: { urlPattern }, source: "network" })),
    ...[...folders].map((path) => ({
      condition: { urlPattern: `${path}/*` },
      source: { cacheName: filesOf(build) },
    })),
  ];
}

const NETWORK = { answer: "network" };

/** The rule for a request to this origin; for any other, and for all that change things, none. */
export function ruleFor({ method, url, mode }, origin) {
  const address = new URL(url);
  if (method !== "GET" || address.origin !== origin) return NETWORK;
  const fits = ({ path, search, navigation }) =>
    path.test(address.pathname) &&
    (search?.test(address.search) ?? true) &&
    (!navigation || mode === "navigate");
  return RULES.find(fits) ?? NETWORK;
}
