/** Programs that would run a value, and those that only take it: a text in each line, by a word of the problem. */
export const RUN_BY_PROGRAMS: Readonly<Record<string, string>> = {
  'runs as': `
docker run --entrypoint sh image -c "$x"
docker run --entrypoint=python3 image -c "$x"
git config "$x" "$y"
yq -f extract "$x" a
perl -I ./lib -e "$x"
ruby -r ./a -e "$x"
node --env-file .env -e "$x"
perl -e a.b -e "$x"
awk -f a.awk -f "$x"
gawk -i inplace "$x" a
sqlite3 "$x" "$y"
tar -cf a -I"zstd $x" b
scp -oProxyCommand="$x" a b:
busybox sh -c "ls $x"
env name="$y" bash -c "ls $x"
pwsh -Command Get-Item "$x"
adb shell ls "$x"
env -S"ls $x"
env --split-string="$x"
sftp -b "$x" host
awk -f "$x"
sed -f "$x" f
python3 -m "$x"
node -r "$x" a.js
node --import "$x" a.js
node --require="$x" a.js
make SHELL="$x"
make -f "$x"
make CC="$x"
git clone -u "$x" a b
git config alias.a "!$x"
git config core.pager "$x"
git config --global core.editor "$x"
git grep -O"$x" a
git grep --open-files-in-pager="$x" a
git difftool -x "$x"
git difftool --extcmd="$x"
tar --new-volume-script="$x" -xf a
docker run --entrypoint="$x" image
vim "+$x" f
vim +"$x" f
less "+!$x" f
less +"$x" f
more +"$x" f
cmd.exe /k "$x"
gs -c "$x"
emacs --batch -l "$x"
emacs -f "$x"
gdb --eval-command="$x" p
gdb -x "$x"
psql -f "$x"
socat - EXEC:"$x"
socat - "SYSTEM:$x"
rg --hostname-bin="$x" a
wget --use-askpass="$x" a
wget -e "$x" http://a
xterm -e "$x"
gnome-terminal -- "$x"
start-stop-daemon --start --startas "$x"
heroku run "$x"
adb shell "$x"
adb shell ls "$x"
mosh host "$x"
rsh host "$x"
autossh host "$x"
pdsh -w a "$x"
ansible all -a "$x"
ansible all -m shell -a "$x"
salt '*' cmd.run "$x"
yq e "$x" a
gnuplot -e "$x"
R -e "$x"
ghc -e "$x"
swift -e "$x"
erl -eval "$x"
ts-node -e "$x"
go run "$x"
cargo --config "$x" build
java -cp "$x" A
java -javaagent:"$x" A
java -jar "$x"
gcc -B"$x" a.c
gcc -wrapper "$x" a.c
ld -plugin "$x"
cc -fplugin="$x" a.c
gpg --photo-viewer "$x" a
gpg --list-options show-photos --photo-viewer="$x" a
nmap --script "$x" a
tcpdump -z "$x" -w f
tcpdump -i lo -z "$x"
mutt -e "$x"
bwrap --ro-bind / / "$x"
parallel-ssh -H a "$x"
nu -c "$x"
node --env-file-if-exists ./.env -e "$x"
node --redirect-warnings ./w -p "$x"
node --experimental-loader ./l -e "$x"
tsx --tsconfig ./t.json -e "$x"
julia --project ./p -e "$x"
groovy --classpath ./x -e "$x"
xonsh --rc ./a -c "$x"
fish -p ./f -c "$x"
fish -d all -c "$x"
fish --debug-output ./log -c "$x"
ts-node --project ./tsconfig.json -e "$x"
erl -s a -eval "$x"
git config init.templateDir "$x"
sudo env ssh host "$x"
find . -exec ssh host "$x" ";"
$sudo ssh host "$x"
docker run image watch "$x"
docker run --entrypoint=ssh image host "$x"
ssh.exe host "$x"
fish --debug ./x -c "$x"
env --chdir=/a ssh host "$x"
`,
  'a program to run': `
bun x "$x"
bash - "$x"
chroot "$x" ls
nice -n 10 name="$x" make test
timeout 5 name="$x"
perl -I ./lib "$x"
node --import ./a.mjs "$x"
deno run -A "$x"
python3 "$x"
node "$x"
ruby "$x"
php "$x"
kubectl exec p -c web -- "$x"
deno run "$x"
bun run "$x"
tsx "$x"
ip netns exec a "$x"
ip -b "$x"
xvfb-run "$x"
xvfb-run -a "$x"
caffeinate "$x"
caffeinate -i "$x"
firejail "$x"
valgrind "$x"
perf stat "$x"
perf record -- "$x"
ccache "$x"
distcc "$x"
eatmydata "$x"
chronic "$x"
ts-node "$x"
ifne "$x"
ts-node --project ./tsconfig.json "$x"
gosu app "$x"
su-exec u "$x"
faketime t "$x"
rustup run s "$x"
nvm exec 20 "$x"
nvm exec "$x" ls
irb "$x"
powershell -File "$x"
pwsh -ExecutionPolicy Bypass -File "$x"
php -f "$x"
`,
  feeds: `
echo "$x" | docker run -i image sh
echo "$x" | busybox sh
echo "$x" | m4
echo "$x" | kubectl exec -i web -- python3
printf '%s\\0' "$x" | xargs -0 -I@ find . -exec @ ";"
echo "$x" | find . -exec sh ";"
echo "$x" | su a
echo "$x" | sudo -s
echo "$x" | unshare
echo "$x" | nsenter -t 1
echo "$x" | sudo -n sh
printf '%s\\0' "$x" | xargs -0 -I{} {} a
printf '%s\\0' "$x" | xargs -0 -I{} env {} a
printf '%s\\0' "$x" | xargs -0 -J % % a
printf '%s\\0' "$x" | xargs -0 -I{} sed {} f
printf '%s\\0' "$x" | xargs -0 -I{} awk {} f
printf '%s\\0' "$x" | xargs -0 -I{} python3 -c {}
printf '%s\\0' "$x" | xargs -0 -I{} find . -exec {} \\;
printf '%s\\0' "$x" | xargs -0 env -i
printf '%s\\0' "$x" | xargs -0 sed -i
printf '%s\\0' "$x" | xargs -0 docker run -i
printf '%s\\0' "$x" | xargs -0 docker exec -i c
printf '%s\\0' "$x" | xargs -0 kubectl exec -i p --
printf '%s\\0' "$x" | xargs -0 flock -x l -i
printf '%s\\0' "$x" | xargs -0 -pI % sh -c %
printf '%s\\0' "$x" | xargs -0 -I % perl -I % %
echo "$x" | node --redirect-warnings ./w
echo "$x" | gosu app sh
echo "$x" | rustup run stable sh
echo "$x" | nvm exec 20 sh
echo "$x" | nvm exec sh
echo "$x" | sudo gosu app sh
printf %s "$x" | bash -sx a
echo "$x" | python3 -iu a.py
echo "$x" | python3 -Ii a.py
echo "$x" | make -f-
echo "$x" | sed -f- a
echo "$x" | sed -nf - a
echo "$x" | awk --file=- a
echo "$x" | awk -f/dev/stdin a
echo "$x" | make --makefile -
echo "$x" | irb
echo "$x" | yarn tsx
echo "$x" | pnpm --filter web tsx
echo "$x" | powershell
echo "$x" | powershell.exe -Command -
echo "$x" | cmd
echo "$x" | cmd.exe
`,
  'a variable that programs obey': `
env LD_PRELOAD="$x" ls
sudo PATH="$x" ls
nice env BASH_ENV="$x" bash a.sh
`,
  computes: `
printf -v 'a[x]' 1
test -v 'a[x]'
[ -v 'a[x]' ]
a[x]=1
a[x]+=1
a=([x]=1)
set -- "$x"; a=(["$1"]=1)
a+=(["$x"]=1)
n=x; a[n]=1
`,
};

export const GIVEN_TO_PROGRAMS = `
python3 - "$x" < a.py
node - "$x" <<< 'process.argv'
curl https://example.com | bash -s -- "$x"
ruby -Itest a.rb "$x"
ruby -rjson a.rb -e "$x"
sudo sh -c 'cat > "$1"' sh a <<< "$x"
sudo name="$x" ls
flock "$x" ls
docker exec -it "$x" ls "$y"
sqlite3 "$x" < a.sql
git commit -m "$x"
git log --grep="$x" --author="$y" -n 10
git checkout -b "$x" "$y"
git push -u origin "$x"
git config user.name "$x"
git config --get "$x"
git -C "$x" status --short
git grep -n -e "$x" -- "$y"
git blame -L "$x" -- "$y"
gh issue list --search "$x" --limit 20
gh pr create --title "$x" --body "$y"
gh api "repos/$x/issues" --jq '.[].title'
npm test -- -t "$x"
npm run lint -- --fix "$x"
npx vitest run "$x" -t "$y"
npx prisma migrate dev --name "$x"
npx tsc --project "$x"
npm exec -- eslint "$x"
pnpm --filter "$x" build
yarn workspace "$x" test
uv run pytest -k "$x"
bundle exec rspec "$x"
python3 -m pytest -k "$x"
python3 -m pytest "$x" -q
python3 ./tool.py -c "$x"
python3 -u tools/run.py "$x"
node ./tool.mjs -e "$x"
node --experimental-strip-types ./a.ts "$x"
node --env-file=.env a.js "$x"
node -r dotenv/config a.js "$x"
bash ./deploy.sh -c "$x"
bash -x ./deploy.sh "$x"
bash scripts/deploy.sh "$x" "$y"
ruby ./tool.rb -e "$x"
perl ./tool.pl "$x"
php artisan migrate --path="$x"
deno run -A ./a.ts "$x"
deno run --allow-read tool.ts -- "$x"
bun run ./a.ts "$x"
bun test "$x"
tsx ./a.ts "$x"
go test ./... -run "$x"
go run ./cmd/tool "$x"
cargo run --bin tool -- --name "$x"
java -jar tool.jar "$x"
docker build -t "$x" .
docker run --rm -e NAME="$x" image
docker run --rm -i --network host image tool -c "$x"
docker compose logs --tail 100 "$x"
docker compose exec web ls "$x"
docker inspect --format '{{.State}}' "$x"
docker exec -i web psql -v id="$x" -f q.sql
docker exec -u app web ls "$x"
kubectl get pods -n "$x" -l "app=$y"
kubectl get pod "$x" -o jsonpath='{.status.phase}'
kubectl exec "$x" -- ls /tmp
kubectl exec -n "$x" web -- cat "$y"
kubectl exec "$x" -c web -- ls "$y"
helm upgrade "$x" ./chart --set image.tag="$y"
terraform plan -var "name=$x"
aws logs filter-log-events --log-group-name "$x" --filter-pattern "$y"
curl -fsS "https://example.com/items/$x"
curl -fsS -H "Authorization: Bearer $x" --data @- https://example.com <<< "$y"
curl -X POST --json "{\\"a\\": 1}" "https://example.com/$x"
jq --arg name "$x" '.items[] | select(.name == $name)' data.json
jq -r '.a' "$x"
yq '.a' "$x"
sqlite3 data.db < query.sql > "$x"
psql -v name="$x" -c 'select 1'
psql -d "$x" -f report.sql
psql -h "$x" -U "$y" -f report.sql
mysql -h "$x" mydb < report.sql
grep -rn --include="*.$x" -e "$y" src
grep -c -e "$x" "$y"
rg -n -e "$x" -g "$y"
rg --json -- "$x" src
sed -n '1,20p' -- "$x"
sed -i 's/a/b/' "$x"
awk -F, -v col="$x" '{ print $col }' "$y"
awk -F "$x" '{ print $1 }' data.csv
awk 'NR > 1' "$x" "$y"
find "$x" -name "*.ts" -newer "$y"
find . -name "$x" -exec ls -l {} +
find . -name "$x" -exec grep -l -- "$y" {} +
find . -type f -exec sha256sum {} + | grep -- "$x"
tar -xzf "$x" -C "$y"
tar -cf "$x" --exclude="$y" src
zip -r "$x" src
rsync -a --delete "$x/" "backup/$y/"
scp "$x" host:"$y"
ssh deploy@host uptime; echo "$x"
sort -t, -k"$x" "$y"
head -n "$x" "$y"
tail -n +"$x" "$y"
cut -d "$x" -f 1 "$y"
date -d "$x" +%F
touch -d "$x" "$y"
stat -c %s "$x"
printf '%s: %s\\n' "$x" "$y" >> log.txt
echo "$x" | base64 -d > "$y"
echo "$x" | sha256sum
echo "$x" | jq -R .
echo "$x" | sed 's/a/b/'
echo "$x" | awk '{ print $1 }'
echo "$x" | python3 tool.py
echo "$x" | python3 -c 'import sys; print(sys.stdin.read())'
echo "$x" | node ./tool.mjs
echo "$x" | node -e 'process.stdin.pipe(process.stdout)'
echo "$x" | docker run -i image cat
sudo -u www-data ls "$x"
sudo -n systemctl status "$x"
sudo -E env A=1 ls "$x"
systemctl "$x" nginx
nice -n 10 make test
NAME="$x" make test
make -j4 test && echo "$x"
make -C "$x" test
timeout 300 npm test -- "$x"
timeout -k 5 60 curl -fsS "$x"
env NAME="$x" ./tool.sh
env -u A NAME="$x" ./tool.sh
env -i PATH=/usr/bin:/bin ls "$x"
xvfb-run -a npx playwright test "$x"
time ls "$x"
setsid ls "$x"
flock /tmp/a.lock ls "$x"
watch -n 5 uptime; echo "$x"
strace -f -o out.txt ls "$x"
parallel echo ::: a b; echo "$x"
pandoc "$x" -o "$y"
gs -sDEVICE=pdfwrite -o "$x" "$y"
gpg --verify "$x" "$y"
nmap -p "$x" "$y"
nc -z "$x" "$y"
tmux list-windows -t main; echo "$x"
cd "$x" && npm test
cd "$x" && python3 -m pytest
pushd "$x" > /dev/null && ls; popd
for f in *.txt; do grep -H -- "$x" "$f"; done
while IFS= read -r line; do echo "$line"; done <<< "$x"
IFS=, read -r a b <<< "$x"; echo "$a" "$b"
out="$(mktemp)"; curl -fsS "$x" -o "$out"; wc -c "$out"
if ! git rev-parse --verify --quiet "$x"; then echo missing; fi
[[ -n "$x" ]] || { echo "need x" >&2; exit 2; }
[[ $x =~ ^[0-9]+$ ]] && head -n "$x" "$y"
case "$x" in dev|prod) ./deploy.sh "$x" ;; *) exit 2 ;; esac
set -euo pipefail; ls -- "$x"
test -d "$x" || mkdir -p "$x"
args=(--name "$x"); [ -n "$y" ] && args+=(--tag "$y"); ./tool.sh "\${args[@]}"
bash -c 'cd "$1" && ls' _ "$x"
sh -c 'grep -c -- "$1" a.txt || true' sh "$x"
sudo sh -c 'cat > "$1"' sh "$x" <<< "$y"
docker exec web bash -lc 'ls "$1"' bash "$x"
find "$x" -type f -print0 | xargs -0 -n 10 grep -l -- "$y"
git ls-files -z | xargs -0 grep -n -- "$x"
find . -name "$x" -print0 | xargs -0 -I{} cp {} out/
comm -12 <(sort "$x") <(sort "$y")
trap 'rm -f "$tmp"' EXIT; tmp=$(mktemp); cp "$x" "$tmp"
vim -R "$x"
less "$x"
elixir ./a.exs "$x"
Rscript ./a.R "$x"
lua ./a.lua "$x"
adb install "$x"
dotnet test --filter "$x"
pytest -k "$x"
eslint --rule "$x" src
hyperfine --version; echo "$x"
gosu "$x" ls
rustup run "$x" cargo test
bash --norc ./deploy.sh "$x"
node --no-warnings ./a.js -e "$x"
node --redirect-warnings ./w ./a.js -e "$x"
pwsh -NoProfile -ExecutionPolicy Bypass -File a.ps1 "$x"
echo "$x" | python3 -s a.py
echo "$x" | perl -s a.pl
echo "$x" | perl -T a.pl
echo "$x" | ruby -s a.rb
echo "$x" | ruby -U a.rb
echo "$x" | ruby -Ilib a.rb
echo "$x" | python3 -Wignore a.py
echo "$x" | php -f a.php
echo "$x" | pwsh -NonInteractive -File a.ps1
echo "$x" | sed -f a.sed -
git config init.defaultBranch "$x"
grep salt "$x"
grep -v 'a[x]' "$x"
./tool watch "$x"
npm run watch "$x"
a[0]="$x"; echo "\${a[0]}"
a=([0]="$x"); echo "\${a[0]}"
`;
