"""flask translations …: what developers do with the official pages."""

from datetime import date
from pathlib import Path

import click
from flask.cli import AppGroup

ROOT = Path(__file__).parent.parent

translations = AppGroup("translations", help="The catalogs of official rulings.")


@translations.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT,
    help="Write below this folder instead of the project.",
)
def seed(files: tuple[Path, ...], into: Path) -> None:
    """Turn pages of official rulings into rulings.po and the list of pages."""
    # not above, because every server would load them when it starts
    from webapp.importers.gatherer import PageError
    from webapp.importers.seed import files_of, read_pages, write_all
    from webapp.services.cards import load_cards

    cards = load_cards(ROOT / "webapp/data/cards.json")
    try:
        found = read_pages(files, cards.by_slug.values(), date.today())
        write_all(into, files_of(found))
    except (PageError, OSError) as error:
        raise click.ClickException(f"{error} Nothing was written.") from None
    for page in found.pages:
        click.echo(f"{page.file}: {len(page.rulings)} rulings of {page.card} ({page.language})")
    click.echo(f"{found.restored} lost {{E}} put back. Run `make catalogs` next.")
