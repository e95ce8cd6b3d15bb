import { createServer } from 'node:net';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';

/**
 * Checks that the server can listen where PORT and HOST, METRICS_PORT and METRICS_HOST say.
 *
 * @throws an OperatorError that begins with the name of the setting to correct.
 */
export async function requireFreePorts({ PORT, HOST, METRICS_PORT, METRICS_HOST }: Settings): Promise<void> {
  await requireFreePort({ name: 'PORT', port: PORT }, { name: 'HOST', host: HOST });
  if (METRICS_PORT)
    await requireFreePort(
      { name: 'METRICS_PORT', port: METRICS_PORT },
      { name: 'METRICS_HOST', host: METRICS_HOST },
    );
}

const ofAddresses = /^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EAFNOSUPPORT)$/;

type NamedPort = { name: string; port: number };
type NamedHost = { name: string; host: string };

async function requireFreePort({ name, port }: NamedPort, { name: hostName, host }: NamedHost) {
  const code = await listenRefusal(port, host);
  if (!code) return;
  if (code === 'EADDRINUSE')
    throw new OperatorError(
      `${name}: another program is already listening on port ${port} (${code}). Stop it, or choose another port. Nothing was changed.`,
    );
  if (code === 'EACCES')
    throw new OperatorError(
      `${name}: this account may not listen on port ${port} (${code}). Choose a port of 1024 or higher, or let this account use lower ones. Nothing was changed.`,
    );
  if (!host || !ofAddresses.test(code))
    throw new OperatorError(
      `${name}: the server cannot listen on port ${port} (${code}). Nothing was changed.`,
    );
  throw new OperatorError(
    `${hostName}: this machine does not have the address ${host} (${code}). Choose one of its addresses, such as 127.0.0.1. Nothing was changed.`,
  );
}

function listenRefusal(port: number, host: string): Promise<string | undefined> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? 'unknown'));
    probe.listen({ port, host: host || undefined }, () => probe.close(() => settle(undefined)));
  });
}
