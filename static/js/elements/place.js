// Where the keyboard is: what had the focus may go in a swap, with a sheet, or be of no use any more.
// Nobody is thrown back to the top of the page then.

const PLACES = [
  "#sheet:modal .sheet__title",
  "#seats [data-mine] [data-pad='1']",
  "#seats .take__button",
  "#seats [data-pad='1']",
  "#seats .seat__open",
];

export function keepPlace(page = document) {
  let last = null;
  const keep = () => {
    if (page.activeElement !== page.body || !last || isUsable(last)) return;
    const places = PLACES.flatMap((place) => [...page.querySelectorAll(place)]);
    places.find(isUsable)?.focus();
  };
  const look = () => setTimeout(keep);
  // Fingers have no place to lose.
  page.addEventListener("focusin", ({ target }) => {
    last = target.matches(":focus-visible") ? target : null;
  });
  page.addEventListener("focusout", look);
  page.addEventListener("htmx:after:swap", look);
  page.addEventListener("close", look, true);
}

const isUsable = (it) => it.isConnected && !it.disabled && it.checkVisibility();
