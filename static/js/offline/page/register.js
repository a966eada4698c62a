// The worker of this page. Where it can't be fetched or installed, as on a network that comes and
// goes, it is tried again; what it has kept by then it does not fetch twice.
const SOON = 5000; // ms until the second try
const LONGEST = 5 * 60 * 1000;

/** → the registration, once it has a worker that is whole. */
export async function register(container, later = setTimeout) {
  for (let pause = SOON; ; pause = Math.min(LONGEST, 2 * pause)) {
    const registration = await container
      .register("/sw.js", { type: "module", updateViaCache: "none" })
      .catch(() => null);
    if (registration && (await isWhole(registration))) return registration;
    await new Promise((done) => later(done, pause));
  }
}

async function isWhole({ installing, waiting, active }) {
  if (waiting ?? active) return true;
  if (installing?.state === "installing") {
    await new Promise((done) => {
      installing.addEventListener("statechange", done, { once: true });
    });
  }
  return Boolean(installing) && installing.state !== "redundant";
}
