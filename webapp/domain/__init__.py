"""The rules of the table: standard library only, values in and values out."""
