# The second step of action.yml: registers SPEC as NAME, serves it at PORT until the job ends, and waits until it answers.
set -euo pipefail

PATH="$RUNNER_TEMP/tool/node_modules/.bin:$PATH"
data="$RUNNER_TEMP/tool-data"
said="$RUNNER_TEMP/tool-said"

say() { node "$ACTION/scripts/action/say.mjs" "$@"; }
fail() {
  say error "$1" <"$said"
  exit 1
}

tool sandbox add "$NAME" --spec "$SPEC" --seed "$SEED" --data-dir "$data" --json >"$said.json" 2>"$said" ||
  fail "The sandbox $NAME cannot be added"
say added "$GITHUB_OUTPUT" "$SPEC" <"$said.json"
rm "$said.json"

# Another use in the same job joins the server that runs.
tool status --data-dir "$data" >/dev/null 2>&1 ||
  tool up --detach --port "$PORT" --data-dir "$data" >/dev/null 2>"$said" ||
  fail 'The tool does not serve'

server=$(tool status --json --data-dir "$data" | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).addresses.sandbox')
{
  echo "url=$server/$NAME"
  echo "server=$server"
  echo "data-dir=$data"
} >>"$GITHUB_OUTPUT"
echo "serving $server/$NAME"
