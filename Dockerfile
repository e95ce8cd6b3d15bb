# The container image of SecondLook: docs/operations.md#containers explains how to run it.
FROM --platform=$BUILDPLATFORM node:24.21.0-trixie AS build
# The processor of the image. The program is made on the processor of this machine, whichever that is.
ARG TARGETARCH
WORKDIR /src
COPY . .
# Makes /program, which needs nothing but Node.
RUN npm run release -- --cpu "$(echo "${TARGETARCH:-$(node -p process.arch)}" | sed s/amd64/x64/)" \
    && mkdir /program && tar -xzf release/*.tar.gz -C /program --strip-components=1
RUN mkdir --mode=700 /empty

# Nothing runs in this stage, so that an image for another processor needs no emulator. The base has Debian's util-linux,
# whose prlimit limits the memory of the decoding processes.
FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production \
    PORT=3000 \
    DATABASE_URL=file:/var/lib/secondlook/data/app.db \
    DATA_DIR=/var/lib/secondlook/data \
    UPLOADS_DIR=/var/lib/secondlook/uploads \
    BACKUP_DIR=/var/backups/secondlook
# The account `node` of the base has the number 1000. It can write to these two folders only.
COPY --from=build --chown=node:node /empty /var/lib/secondlook
COPY --from=build --chown=node:node /empty /var/backups/secondlook
VOLUME ["/var/lib/secondlook", "/var/backups/secondlook"]
WORKDIR /opt/secondlook
COPY --from=build /program .
USER node
EXPOSE 3000
# Asks whether the process runs, and not /readyz: a server whose database is away continues by itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "scripts/secondlook.mjs"]
