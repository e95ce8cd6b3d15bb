import createFetchClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths } from './schema.js';
export {
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookProblem,
} from './verify-webhook.js';

/** A report, as lists and `report/get-report` return it. */
export type Report = components['schemas']['Report'];

/** The body of every call that was refused. */
export type Refusal = components['schemas']['Refusal'];

/** The code of a refusal, or `unexpected_response` if another program than SecondLook answered. */
export type ErrorCode = Refusal['code'] | 'unexpected_response';

/** Settings of a client. */
export type ClientOptions = {
  /** The address of the API, such as `https://clinic.example/api/v1`. */
  baseUrl: string;
  /** A key (`slk_…`) or the token of a log-in. Without it, only public calls are possible. */
  token?: string | undefined;
  /** Replaces the global `fetch`, for example to set a proxy or a time limit. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
};

/** A client with a typed function for each method: `client.GET('/account/patients')`. */
export type Client = ReturnType<typeof createClient>;

/** Thrown by `requireData` and `followChanges` for a call that was refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The reason, which does not depend on the language of `message`. */
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** A message for each invalid field, by field name. */
  readonly errors: Record<string, string>;
  /** The ID of a failure in the log of the server. */
  readonly incident: string | undefined;
  /** Seconds to wait before the next try. Undefined unless the server asks for it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, refusal?: Refusal) {
    super(refusal?.message ?? `The response has the status ${response.status} and is not SecondLook's`);
    const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
    this.code = refusal?.code ?? 'unexpected_response';
    this.status = response.status;
    this.errors = refusal?.errors ?? {};
    this.incident = refusal?.incident;
    this.retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds;
  }
}

/**
 * Creates a client of a clinic's API. Its functions are those of openapi-fetch: they return `data`,
 * or `error` with `code` and `message`. A body with a `Blob` or `File` is sent as form data, any
 * other as JSON.
 *
 * @throws ApiError (its functions) with the code `unexpected_response` if another program answered,
 *   such as a proxy with an error page.
 */
export function createClient({ baseUrl, token, fetch }: ClientOptions) {
  const client = createFetchClient<paths>({
    baseUrl,
    bodySerializer: serializeBody,
    // A key is refused if it comes with the cookie of a log-in.
    credentials: 'omit',
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    ...(fetch && { fetch }),
  });
  client.use({
    onResponse({ response }) {
      const isJson = /^application\/json\b/i.test(response.headers.get('Content-Type') ?? '');
      if (response.status >= 400 && !isJson) throw new ApiError(response);
    },
  });
  return client;
}

/** Sends lists in form data as repeated fields, and leaves out fields without a value. */
function serializeBody(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  const fields: [string, unknown][] = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const entries = fields.flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.map((item): [string, unknown] => [name, item]);
  });
  if (!entries.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of entries) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

/**
 * Returns the data of a call.
 *
 * @throws ApiError if the call was refused.
 */
export function requireData<Data>(result: {
  data?: Data | undefined;
  error?: Refusal | undefined;
  response: Response;
}): Data {
  if (result.data !== undefined) return result.data;
  throw new ApiError(result.response, result.error || undefined);
}

/**
 * A list whose changes can be followed: the queue, all reviewed reports, those that you reviewed, or
 * the reports of one patient.
 */
export type FollowedList = 'pending' | 'allReviewed' | 'reviewedByMe' | { patientId: string };

/** Settings of `followChanges`. */
export type FollowOptions = {
  /** The cursor that you stored. Without it, the whole list comes first. */
  cursor?: string | undefined;
  /** Changes on each page, at most 100. */
  limit?: number | undefined;
  /** Ends the calls. */
  signal?: AbortSignal | undefined;
};

/** Changes of a list. Store all of it in one transaction. */
export type ChangesPage = {
  /** Reports that are new or have changed, in the order of their changes. */
  reports: Report[];
  /** IDs of reports that were deleted or left the list. May contain some that you never received. */
  removed: string[];
  /** The place from which to continue. */
  cursor: string;
};

/**
 * Reads the changes of a list, page by page, until there are no more. The last page may be empty:
 * store its cursor nevertheless. Call again with that cursor when you want to know what is new.
 *
 * @throws ApiError if a call was refused; with the code `cursor_expired` or `cursor_invalid`, begin
 *   without a cursor and then delete the reports that you did not receive.
 */
export async function* followChanges(
  client: Client,
  list: FollowedList,
  { cursor = 'start', limit = 100, signal }: FollowOptions = {},
): AsyncGenerator<ChangesPage, void, undefined> {
  let changedSince = cursor;
  for (let hasMore = true; hasMore; ) {
    const { data, changes } = await readChanges(client, list, {
      params: { query: { changedSince, limit } },
      ...(signal && { signal }),
    });
    if (!changes) throw new Error('The server does not know changedSince: it is older than this client');
    yield { reports: data, removed: changes.removed, cursor: changes.cursor };
    changedSince = changes.cursor;
    hasMore = changes.hasMore;
  }
}

type ChangesCall = { params: { query: { changedSince: string; limit: number } }; signal?: AbortSignal };

async function readChanges(client: Client, list: FollowedList, call: ChangesCall) {
  switch (list) {
    case 'pending':
      return requireData(await client.GET('/report/get-pending-reports', call));
    case 'allReviewed':
      return requireData(await client.GET('/report/get-all-reviewed-reports', call));
    case 'reviewedByMe':
      return requireData(await client.GET('/report/get-report-by-expertId', call));
    default: {
      const params = { ...call.params, path: { patientId: list.patientId } };
      const path = '/report/get-report-by-patientId/{patientId}';
      return requireData(await client.GET(path, { ...call, params }));
    }
  }
}
