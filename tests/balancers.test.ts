import { createServer, type Server } from 'node:http';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Balancer, startCaddy, startHaproxy } from './support/balancers';
import { isThere } from './tools/programs/apt.mjs';

process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

/** A server with one page and one file. Its answers name the server and the client's address. */
class FakeServer {
  isReady = true;
  readonly #server: Server;
  constructor(readonly name: string) {
    this.#server = createServer((request, response) => {
      const { url, headers } = request;
      const isMissing = url?.startsWith('/assets/') && url !== `/assets/${name}.js`;
      const status = url === '/readyz' && !this.isReady ? 503 : isMissing ? 404 : 200;
      request.resume().on('end', () => {
        response.writeHead(status, { 'Content-Type': 'text/plain' });
        response.end(`${name} ${headers['x-forwarded-for']}`);
      });
    });
  }
  open = () =>
    new Promise<number>((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve((this.#server.address() as { port: number }).port));
    });
  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const programs = { haproxy: startHaproxy, caddy: startCaddy };
const times = 10;

describe.each(Object.entries(programs))('%s with its file', (program, start) => {
  let balancer: Balancer | undefined;
  const [firstServer, two] = [new FakeServer('one'), new FakeServer('two')];
  afterEach(async () => {
    await balancer?.stop();
    firstServer.close();
    two.close();
  });

  test.skipIf(!isThere(program))('sends each request to a ready server that has the path', async () => {
    balancer = await start([await firstServer.open(), await two.open()]);
    const url = balancer.url;
    const answerTo = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${url}${path}`, {
        ...init,
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      });
      return `${answer.status} ${await answer.text()}`;
    };
    const answersTo = async (path: string, init?: RequestInit) => {
      const answers = [];
      for (let time = 0; time < times; time += 1) answers.push(await answerTo(path, init));
      return new Set(answers);
    };
    const answerOf = (name: string) => `200 ${name} 127.0.0.1`;
    const until = async (answers: Set<string>) => {
      await expect.poll(() => answersTo('/', { method: 'POST', body: 'form' })).toEqual(answers);
    };

    await until(new Set([answerOf('one'), answerOf('two')]));
    expect(await answersTo('/assets/one.js')).toEqual(new Set([answerOf('one')]));
    expect(await answersTo('/assets/two.js')).toEqual(new Set([answerOf('two')]));
    expect([...(await answersTo('/assets/neither.js'))].every((answer) => answer.startsWith('404 '))).toBe(
      true,
    );

    firstServer.isReady = false;
    await until(new Set([answerOf('two')]));
    two.isReady = false;
    // Longer than the balancer needs to notice. From now on, no server that answers is ready.
    await sleep(3000);
    expect(await answerTo('/')).toMatch(/^200 (?:one|two) 127\.0\.0\.1$/);
    expect(await answerTo('/', { method: 'POST', body: 'form' })).toMatch(/^200 (?:one|two) 127\.0\.0\.1$/);
    firstServer.isReady = true;
    await until(new Set([answerOf('one')]));

    // The server is gone before the balancer notices: requests it cannot deliver go to the other
    // one.
    two.isReady = true;
    await until(new Set([answerOf('one'), answerOf('two')]));
    firstServer.close();
    expect(await answersTo('/')).toEqual(new Set([answerOf('two')]));
  });
});
