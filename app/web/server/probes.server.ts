import type { LoaderFunctionArgs } from '@remix-run/node';
import { findUnready } from '~/platform/health/health.server';
import { getSettings } from '~/platform/settings/env.server';
import { isAskedAsData } from '~/web/request/exchange.server';

type RequestArgs = Pick<LoaderFunctionArgs, 'request'>;

/** Reports that the process is alive. Checks nothing, so that it answers whatever else is wrong. */
export async function serveAlive(_args: RequestArgs): Promise<Response> {
  return answer(200, { alive: true });
}

/** Reports whether the process can do its work, and the problems if it cannot (503). */
export async function serveReady(_args: RequestArgs): Promise<Response> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir, DATABASE_URL: databaseUrl } = getSettings();
  const problems = await findUnready({ dataDir, uploadsDir, databaseUrl });
  return problems.length === 0
    ? answer(200, { ready: true, problems })
    : answer(503, { ready: false, problems });
}

function answer(status: number, body: Record<string, unknown>) {
  if (isAskedAsData()) return new Response(null, { status: 404 });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
