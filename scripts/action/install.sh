# The first step of action.yml: puts `tool` on the path.
# VERSION: what npm installs, or empty for the tool as it is beside this file.
set -euo pipefail

node -e '
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.log(`::error::The tool needs Node 20.19 or newer, and this is ${process.version}: use actions/setup-node before`)
  process.exit(1)
}'

case "$VERSION" in
  '') package=$(cd "$ACTION" && { [ -d node_modules ] || npm ci --ignore-scripts --silent; } && npm pack --silent --pack-destination "$RUNNER_TEMP")
      package="$RUNNER_TEMP/$package" ;;
  */* | *.tgz) package=$VERSION ;;
  *) echo "::error::The tool is on no registry: version must be the path or URL of a packed file, or be left out"
     exit 1 ;;
esac

npm install --silent --no-save --ignore-scripts --prefix "$RUNNER_TEMP/tool" "$package"
echo "$RUNNER_TEMP/tool/node_modules/.bin" >>"$GITHUB_PATH"
