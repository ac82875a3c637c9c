#!/bin/sh
# Makes the keys of an engine in ./keys: docs/guide/operate.md says what each is for.
set -eu
mkdir -p keys && umask 077
openssl rand -base64 32 > keys/engine.key
openssl genpkey -algorithm ed25519 -out keys/identity.pem
openssl pkey -in keys/identity.pem -pubout -out keys/identity.pub
