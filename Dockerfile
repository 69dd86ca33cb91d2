# A small image without a shell: node, the libraries it needs, and the tool. It runs as a user without rights.
#   docker build -t tool .
#   docker run -p 127.0.0.1:4600:4600 -e TOOL_TOKEN=a-long-secret -v "$PWD/examples:/specs:ro" tool --spec /specs/payments.yaml

# Any image with node 20.19 or newer and npm, for the platform that the result is for.
ARG BASE=node:22-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/image.mjs /image && mkdir /data

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV TOOL_LISTEN=0.0.0.0 TOOL_DATA_DIR=/data NODE_ENV=production
WORKDIR /data
VOLUME /data
EXPOSE 4600 4700
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/bin/node", "/app/healthcheck.mjs"]
ENTRYPOINT ["/bin/node", "/app/bin/tool.js", "up"]
