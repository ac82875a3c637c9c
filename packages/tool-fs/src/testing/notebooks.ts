/** Notebooks as the programs that write them leave them on disk. */

/** nbformat 4.5: JupyterLab, one blank of indent, an id for each cell, a line feed at the end. */
export const LAB = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "1f0e9a2c",
   "metadata": {},
   "source": [
    "# Größe\\n",
    "of things"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "load-data",
   "metadata": {"tags": ["keep"],   "scale": 1.0},
   "outputs": [
    {
     "data": {
      "text/plain": [
       "12345678901234567890"
      ]
     },
     "execution_count": 3,
     "metadata": {},
     "output_type": "execute_result"
    }
   ],
   "source": [
    "x = 1\\n",
    "x"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "c0ffee00",
   "metadata": {},
   "outputs": [],
   "source": []
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Julia 1.10",
   "language": "julia",
   "name": "julia-1.10"
  },
  "10": "a key that a rewrite would move up",
  "9": 1e400
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

/** nbformat 4.2: no ids, two blanks, Windows line ends, only ASCII, no line end at the end. */
export const OLD = `{
  "nbformat": 4,
  "nbformat_minor": 2,
  "metadata": {"language_info": {"name": "R"}},
  "cells": [
    {
      "metadata": {"caf\\u00e9": true},
      "cell_type": "code",
      "source": "print(1)",
      "outputs": [{"output_type": "stream", "name": "stdout", "text": ["1\\n"]}],
      "execution_count": 1
    },
    {"metadata": {}, "cell_type": "raw", "source": "as it is"}
  ]
}`.replaceAll('\n', '\r\n');

/** nbformat 4.5 on one line, as a program without a person writes it. */
export const COMPACT = '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}';

/** nbformat 3: its cells are in worksheets. */
export const ANCIENT = '{"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": []}]}';
