/* Written by cegar check --replay. Files: mine.txt 1-mine.i build replay.c */
