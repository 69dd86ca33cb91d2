# The first step of action.yml: puts `tool` on the path.
# VERSION: what npm installs, or empty for the tool as it is beside this file.
set -euo pipefail

node -e '
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.log(`::error::The tool needs Node 20.19 or newer, and this is ${process.version}: use actions/setup-node before`)
  process.exit(1)
}'

said="$RUNNER_TEMP/tool-said"
fail() {
  node "$ACTION/scripts/action/say.mjs" error "$1" <"$said"
  exit 1
}

# npm says nothing at all with --silent.
quiet=(--loglevel=error --no-audit --no-fund --no-update-notifier)
case "$VERSION" in
  '') [ -d "$ACTION/node_modules" ] || (cd "$ACTION" && npm ci --ignore-scripts "${quiet[@]}") >/dev/null 2>"$said" ||
        fail 'The packages that the tool is built with cannot be installed'
      package=$(cd "$ACTION" && npm pack --silent --pack-destination "$RUNNER_TEMP" 2>"$said") || fail 'The tool cannot be built'
      package="$RUNNER_TEMP/$package" ;;
  */* | *.tgz) package=$VERSION ;;
  *) echo "::error::The tool is on no registry: version must be the path or URL of a packed file, or be left out"
     exit 1 ;;
esac

npm install --no-save --ignore-scripts "${quiet[@]}" --prefix "$RUNNER_TEMP/tool" "$package" >/dev/null 2>"$said" ||
  fail "version: $package cannot be installed"
echo "$RUNNER_TEMP/tool/node_modules/.bin" >>"$GITHUB_PATH"
