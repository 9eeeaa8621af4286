# Platbook in a container. `docker compose up` (compose.yaml) adds a database and a mail catcher.
# `npm run check:dockerfile` runs these steps without a container engine.
# The Node.js with long-term support. Tests run on 20, 22 and 24: --build-arg NODE_IMAGE=node:22-bookworm-slim takes another one.
# `npm run pin:images` adds the digest.
ARG NODE_IMAGE=node:24-bookworm-slim

# The build, with the packages that only it needs.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build

# The packages of the server alone, exactly as package-lock.json has them.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Platbook" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 HEALTH_PORT=3001 DATA_DIR=/data
WORKDIR /app
# All of it belongs to root: the server can read its own code and not change it.
COPY package.json LICENSE THIRD-PARTY.md CHANGELOG.md ./
COPY scripts/bin.mjs scripts/node-version.mjs scripts/health-check.mjs ./scripts/
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/dist/web ./dist/web
# A new volume takes over the owner of this folder.
RUN ln -s /app/scripts/bin.mjs /usr/local/bin/platbook && mkdir /data && chown 1000:1000 /data && chmod 700 /data

# The image's own user `node`, by number: Kubernetes cannot tell by a name that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The first start makes the demo county and maps before it listens.
HEALTHCHECK --interval=15s --timeout=5s --start-period=300s --retries=3 CMD ["node", "/app/scripts/health-check.mjs"]
# No shell and no npm in between: the server itself gets the signal to stop.
ENTRYPOINT ["node", "/app/scripts/bin.mjs"]
CMD ["start"]
