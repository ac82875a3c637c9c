#!/bin/sh
# The repository that the team works on: a fresh copy of shop/ in work/, with one commit.
set -e
cd work
rm -rf .git .trees ./*
cp -R ../shop/. .
git init -q -b main
git config user.name "The team"
git config user.email team@example.org
git add .
git commit -q -m "A shop with a failing test"
