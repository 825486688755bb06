// The units of the scripts, in one process of Node: node all.mjs FOLDER
for (const name of ["lines", "values", "words", "levels", "strategy", "connection", "cells", "store", "table", "drawing"])
    await import(`./${name}.mjs`);
