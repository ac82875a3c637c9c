#!/bin/sh
# The field's protocol: the event on standard input, exit code 2 blocks, standard error says why.
if grep -q '"command":"sudo '; then
  echo 'sudo is not for agents.' >&2
  exit 2
fi
