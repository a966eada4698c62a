"""What Reservoir costs on this machine, beside what it may cost (bench/README.md)."""
