# The app as a container image: only what the server needs at runtime, for a user without privileges and a read-only file
# system. Only DATA_DIR is written to. `compose.yaml` runs it; docs/going-live.md explains it.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim

# The packages of the server, without types, source maps and texts. Not `npm ci`: it needs the lock file to list optional
# packages of every platform. This installs the versions in the lock file too.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
RUN npm install --no-save --omit=dev --workspace=contract --workspace=server \
 && find node_modules -type f -regex '.*\.\(map\|md\|d\.[cm]?ts\)' -delete

# The built pages.
FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY web/package.json web/
RUN npm install --no-save --include=dev --workspace=contract --workspace=web
COPY tsconfig.json ./
COPY scripts scripts
COPY contract contract
COPY web web
RUN node scripts/build.mjs

FROM ${NODE_IMAGE} AS runtime
LABEL org.opencontainers.image.title="Invoice Desk" \
      org.opencontainers.image.description="Invoice intake, approval and payment for one business"
WORKDIR /app
COPY --from=packages /app ./
COPY contract/src contract/src
COPY server/src server/src
COPY scripts scripts
COPY --from=pages /app/web/dist web/dist
# MALLOC_TRIM_THRESHOLD_: see scripts/lib/processes.mjs
ENV NODE_ENV=production MODE=live HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=4000000
RUN install -d -o 10001 -g 10001 -m 0700 /data /backups
USER 10001:10001
VOLUME /data

# For backups: the same app with the client programs of PostgreSQL 17, the version in compose.yaml, and the certificates
# they need for a database with TLS.
FROM runtime AS backup
USER root
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates postgresql-client-17 \
 && rm -rf /var/lib/apt/lists/*
USER 10001:10001
VOLUME /backups
ENTRYPOINT ["node", "scripts/backup.mjs"]
CMD ["--to", "/backups"]

# The last stage is what `docker build` makes.
FROM runtime AS app
# The mail relay also listens on SMTP_RELAY_PORT and SMTP_RELAY_TLS_PORT, if they're set.
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--import", "./scripts/lib/load-quickly.mjs", "server/src/main.ts"]
