// Which phone is installed to how, and when it is time to say so.

const TABLES = 2;
const TAPS = 20;

/** Which way leads to the home screen: "prompt", "ios", "firefox", or none. */
export function wayOf({ userAgent, standalone, maxTouchPoints = 0 }, isApp, canPrompt) {
  if (isApp || standalone === true) return null;
  if (canPrompt) return "prompt";
  // An iPad says that it is a Mac.
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
  if (isApple) return /Safari/.test(userAgent) && !/FxiOS|EdgiOS/.test(userAgent) ? "ios" : null;
  return /Android.*Firefox/.test(userAgent) ? "firefox" : null;
}

/** Whether it is time: after the second table or twenty taps, and never again once it is settled. */
export const isTime = ({ tables = 0, taps = 0, settled }) =>
  !settled && (tables >= TABLES || taps >= TAPS);
