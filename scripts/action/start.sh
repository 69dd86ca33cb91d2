# The second step of action.yml: registers SPEC as NAME, serves it at PORT until the job ends, and waits until it answers.
set -euo pipefail

PATH="$RUNNER_TEMP/tool/node_modules/.bin:$PATH"
data="$RUNNER_TEMP/tool-data"
log="$RUNNER_TEMP/tool.log"

# The credential opens a sandbox on this runner alone, but logs are kept.
added=$(tool sandbox add "$NAME" --spec "$SPEC" --seed "$SEED" --data-dir "$data" --json)
credential=$(node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).credential' <<<"$added")
echo "::add-mask::$credential"
node -e '
const { problems } = JSON.parse(require("fs").readFileSync(0, "utf8")).report
const lines = problems.slice(0, 5).map(({ document, line, column, pointer, message }) =>
  [document, line && `line ${line}, column ${column}`, pointer, message].filter(Boolean).join(": "))
if (problems.length > 5) lines.push(`and ${problems.length - 5} more`)
const text = [`${problems.length} problem(s) in the description, left out or repaired:`, ...lines].join("\n")
const escaped = text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A")
if (problems.length > 0) console.log(`::warning::${escaped}`)' <<<"$added"

# Another use in the same job joins the server that runs.
if [ ! -e "$data/server.json" ]; then
  nohup tool up --port "$PORT" --data-dir "$data" >"$log" 2>&1 </dev/null &
  for _ in $(seq 150); do
    [ ! -e "$data/server.json" ] || break
    kill -0 $! 2>/dev/null || break
    sleep 0.2
  done
fi
if [ ! -e "$data/server.json" ]; then
  echo "::error::The tool does not serve: $(tail -n 1 "$log")"
  exit 1
fi

server=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).addresses.sandbox' "$data/server.json")
{
  echo "url=$server/$NAME"
  echo "credential=$credential"
  echo "server=$server"
  echo "data-dir=$data"
} >>"$GITHUB_OUTPUT"
echo "serving $server/$NAME"
