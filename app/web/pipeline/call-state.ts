import type { Readable } from 'node:stream';
import type {
  AnyOperation,
  CallContext,
  Idempotency,
  Outcome,
  ReceivedFile,
  TakenFile,
} from '~/domain/kernel/operation';
import type { Refusal, RefusalCode, RefusalKind } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { MessageKey, MessageValues } from '~/i18n/message-keys';
import type { ReceivedType } from '~/platform/media-types';
import type { SealedFile } from '~/platform/storage/sealing/sealed-format.server';
import type { Body } from '~/web/body/fields';
import type { UnreadableBody } from '~/web/body/unreadable-body';

/** A call as a channel hands it to the pipeline. */
export type OperationCall = {
  request: Request;
  context: CallContext;
  /** Finds out who asks; called only after the limits. */
  findViewer(): Viewer | null | Promise<Viewer | null>;
  /** Whether a form of a page came, which says for whom it was rendered. */
  isForm?: boolean;
  /**
   * Input the channel knows itself: path parameters, a query, a cookie. It stands above what the
   * body says.
   */
  routeInput?: Record<string, unknown>;
  /** The call's Idempotency-Key, where it has one. */
  key?: string;
  /** Reads what the query says; the body stands above it. */
  query?: () => Record<string, unknown>;
};

/** Something wrong with one field: its name, the sentence, and the kind that decides the status. */
export type FieldError = {
  field: string;
  /** Which of several files it is about, from 1. */
  fileNumber?: number;
  /** The same where they are the pages of one. */
  pageNumber?: number;
  messageKey: MessageKey;
  values?: MessageValues;
  kind: RefusalKind;
  code?: RefusalCode;
};

/**
 * How an operation went, for `respond` to answer. `fields` is what was typed, for the form to show
 * again; `incident` is the ID of a failure in the log.
 */
export type OperationResult<Result> =
  | { status: 'done'; value: Result; fields: FormData; viewer: Viewer | null }
  | {
      status: 'invalid';
      fieldErrors: [FieldError, ...FieldError[]];
      fields: FormData;
      isFileUnread?: boolean;
    }
  | { status: 'refused'; refusal: Refusal; incident?: string; fields?: FormData }
  | { status: 'unreadable'; messageKey: UnreadableBody['messageKey'] }
  | { status: 'failed'; incident: string; fields?: FormData };

/** What gives back or counts something that a call has taken, once it is over. Never throws. */
export type Settlement = (isDone: boolean) => Promise<unknown> | unknown;

/** An upload that was let in: whose it is, and who hears what it costs. */
type AdmittedUpload = {
  accountId: string;
  /** Counts milliseconds of decoding for the account, also where nobody waits for them any more. */
  onDecoded(ms: number): void;
};

/** One call on its way through the pipeline: what each step has found, for the steps after it. */
export type CallState<Result extends Outcome = Outcome> = {
  readonly operation: AnyOperation<Result>;
  readonly call: OperationCall;
  /** What is owed at the end, the last first. */
  readonly settlements: Settlement[];
  /** Identify: who the operation acts for; null for nobody. */
  viewer: Viewer | null;
  /** Authorize: only of a call that brings a file. */
  upload?: AdmittedUpload;
  /** The body, once its fields have been read. */
  body?: Body;
  /** What was typed, for the form to show again; undefined until it was read. */
  fields?: FormData;
  /** What came by body, query and route, as the schema parses it. */
  values: Record<string, unknown>;
  /** Receive: the files that came with it, of an operation that takes some. */
  readonly files: ReceivedFile[];
  /** Receive: how many came, and what kinds of them were received, whatever became of them. */
  filesCame: number;
  readonly kinds: ReceivedType[];
  /** Receive: how pages that are to become one file lie on the disk. */
  readonly sealedPages: SealedFile[];
  /** Receive: what is wrong with one of them or all together, or that there is none. */
  fileError?: FieldError;
  /** Receive: what is wrong with single pages, where others can still be judged. */
  pageErrors: FieldError[];
  /** Receive: the slots that they came from in pieces. */
  slotIds?: string[];
  /** Receive: in place of them, where a report has taken their slots in an earlier call. */
  takenFile?: TakenFile;
  /** Receive: the body of an operation that takes a piece. */
  content?: Readable;
  /** Parse, or receive where files come: what the operation takes. */
  input?: unknown;
  /** Deduplicate: only of a call with a key. */
  idempotency?: Idempotency;
  /** Execute: what the operation gave; undefined until it is done. */
  value?: Result;
};

/** Begins a call's way: nothing is known of it but what it is. */
export function openCall<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): CallState<Result> {
  return {
    ...{ operation, call, settlements: [], viewer: null, values: {} },
    ...{ files: [], filesCame: 0, kinds: [], sealedPages: [], pageErrors: [] },
  };
}
