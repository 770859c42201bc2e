"""Measures every claim again: `make nightly`, `make rehearsal`, `make release`. Standard library only.

Layers, each using only those before it: figure, part, readers, history, parts and leagues (what is
measured), runner, report, release, __main__. `probes` are programs of their own that parts start.
"""
