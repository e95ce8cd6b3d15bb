import type { ServerResponse } from 'node:http';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { startReceiver } from './receiver';

export const statusSecret = 'a secret of the gateway, in full 32'.replaceAll(' ', '-');

/** The ways in which a gateway may answer a text. */
const answers = {
  accepting: (response: ServerResponse) => void response.writeHead(202).end('{"state":"Pending"}'),
  broken: (response: ServerResponse) => void response.writeHead(500).end('no modem for +919876543210'),
  busy: (response: ServerResponse) => void response.writeHead(429, { 'Retry-After': '60' }).end(),
  refusing: (response: ServerResponse) => void response.writeHead(403).end('balance of Asha is 0'),
  leadingAway: (response: ServerResponse) =>
    void response.writeHead(307, { Location: 'http://127.0.0.1:9/elsewhere' }).end(),
  silent: () => undefined,
  cutting: (response: ServerResponse) => void response.destroy(),
};

export type GatewayManner = keyof typeof answers;

/** Starts a gateway of text messages that records each request, and may change how it answers. */
export async function startSmsGateway(manner: GatewayManner = 'accepting') {
  let current = manner;
  const receiver = await startReceiver((response) => answers[current](response));
  return {
    ...receiver,
    /** The fields of the texts that arrived, with the body of `gatewaySettings`. */
    texts: () => receiver.received.map(({ text }) => JSON.parse(text) as Record<string, string>),
    behave: (next: GatewayManner) => {
      current = next;
    },
  };
}

/** Returns the settings of a clinic with a gateway. */
export const gatewaySettings = (url: string) => ({
  SMS_URL: url,
  SMS_BODY: '{"id":"{id}","to":"{to}","text":"{text}","template":"{template}"}',
  SMS_AUTHORIZATION: 'Bearer of-the-gateway',
  SMS_ALLOW_PRIVATE: 'yes',
  SMS_STATUS_SECRET: statusSecret,
});

/** Adds settings to those of this process. */
export const useSettings = (source: Record<string, string>) => setSettings(readSettings(source));
