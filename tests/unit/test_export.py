import csv
from pathlib import Path

import pytest
from records import question, record, steps

from pytest_vwa.reporting import export

RUNS = (
    record(
        "failed",
        sites=("reddit", "shopping"),
        reason='=HYPERLINK("http://x.example")\n"quoted", and more',
        checks=({"kind": "url_match", "value": 0.0}, {"kind": "string_match", "value": 1.0}),
        steps=steps(3),
        seconds={"model": 2.5, "total": 4.0},
        cost_usd=0.5,
    ),
    question("passed", 2, model=None, answer="Zoë"),
)


def test_csv_export_has_row_per_record(tmp_path: Path) -> None:
    path = tmp_path / "new" / "runs.csv"
    export.write(RUNS, path)
    with path.open(encoding="utf-8", newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["outcome"], first["sites"], first["steps"]) == ("failed", "reddit|shopping", "3")
    assert first["checks"] == "url_match=0|string_match=1"
    assert first["failure"] == "stopped on the wrong page"
    assert (first["seconds_model"], first["seconds_login"]) == ("2.5", "")
    assert (second["answer"], second["model"]) == ("Zoë", "")
    assert [path.name for path in path.parent.iterdir()] == ["runs.csv"]


def test_csv_export_escapes_formulas(tmp_path: Path) -> None:
    export.write(RUNS, tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.DictReader(file))["reason"].startswith("'=HYPERLINK")


def test_parquet_export_has_typed_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    export.write(RUNS, tmp_path / "runs.parquet")
    table = parquet.read_table(tmp_path / "runs.parquet")
    assert table.column_names == list(export.COLUMNS)
    assert str(table.schema.field("steps").type) == "int64"
    first, second = table.to_pylist()
    assert first["reason"].startswith("=HYPERLINK")
    assert (first["cost_usd"], first["score"], second["model"]) == (0.5, None, None)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_export_without_records_writes_nonempty_file(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"runs.{ending}"
    export.write((), path)
    assert path.stat().st_size > 100


def test_export_row_matches_columns() -> None:
    assert set(export.row(RUNS[0])) == set(export.COLUMNS)
