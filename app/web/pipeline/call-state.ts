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
import type { MessageKey, ServerValues } from '~/i18n/message-keys';
import type { ReceivedType } from '~/platform/media-types';
import type { SealedFile } from '~/platform/storage/sealing/sealed-format.server';
import type { Body } from '~/web/body/fields';
import type { UnreadableBody } from '~/web/body/unreadable-body';

/** A call as a channel passes it to the pipeline. */
export type OperationCall = {
  request: Request;
  context: CallContext;
  /** Finds the viewer. Called only after the limits. */
  findViewer(): Viewer | null | Promise<Viewer | null>;
  /** True for a page's form, which names the account it was rendered for. */
  isForm?: boolean;
  /** Input that the channel provides: path parameters, a query, a cookie. It overrides the body. */
  routeInput?: Record<string, unknown>;
  /** The call's Idempotency-Key, if any. */
  key?: string;
  /** Reads the query, which the body overrides. */
  query?: () => Record<string, unknown>;
};

/** An error in one field: its name, the sentence, and the kind that determines the status. */
export type FieldError = {
  field: string;
  /** The number of the affected file if there are several, from 1. */
  fileNumber?: number;
  /** The number of the affected page if the files are pages of one file, from 1. */
  pageNumber?: number;
  messageKey: MessageKey;
  values?: ServerValues;
  kind: RefusalKind;
  code?: RefusalCode;
};

/**
 * The result of an operation, which `respond` turns into an answer. `fields` is the input, for the
 * form to show again. `incident` is the ID of a failure in the log.
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

/**
 * A function that refunds or counts something that a call has used, once the call is over. Never
 * throws.
 */
export type Settlement = (isDone: boolean) => Promise<unknown> | unknown;

/** An admitted upload: its account, and the receiver of its decoding time. */
type AdmittedUpload = {
  accountId: string;
  /** Counts milliseconds of decoding for the account, even if the caller no longer waits. */
  onDecoded(ms: number): void;
};

/** A call in the pipeline: the results of each step, for the steps after it. */
export type CallState<Result extends Outcome = Outcome> = {
  readonly operation: AnyOperation<Result>;
  readonly call: OperationCall;
  /** Functions to run at the end, the last one first. */
  readonly settlements: Settlement[];
  /** Identify: the viewer that the operation acts for; null if there is none. */
  viewer: Viewer | null;
  /** Authorize: set only for a call with a file. */
  upload?: AdmittedUpload;
  /** The body, once its fields have been read. */
  body?: Body;
  /** The input, for the form to show again; undefined until it is read. */
  fields?: FormData;
  /** The values of body, query and route, as the schema parses them. */
  values: Record<string, unknown>;
  /** Receive: the files of the call, if the operation accepts files. */
  readonly files: ReceivedFile[];
  /**
   * Receive: the number of files sent, and the types of those received, whatever became of them.
   */
  receivedFiles: number;
  readonly kinds: ReceivedType[];
  /** Receive: the sealed pages that will be joined into one file. */
  readonly sealedPages: SealedFile[];
  /** Receive: the error of one file or of all together, or that a file is missing. */
  fileError?: FieldError;
  /** Receive: the errors of single pages, if the others can still be checked. */
  pageErrors: FieldError[];
  /** Receive: the slots of files that arrived in pieces. */
  slotIds?: string[];
  /** Receive: set instead of files if an earlier call has already used their slots for a report. */
  takenFile?: TakenFile;
  /** Receive: the body of an operation that accepts a piece. */
  content?: Readable;
  /** Parse, or receive if there are files: the operation's parsed input. */
  input?: unknown;
  /** Deduplicate: set only for a call with a key. */
  idempotency?: Idempotency;
  /** Execute: the operation's result; undefined until it is done. */
  value?: Result;
};

/** Creates the initial state of a call. */
export function openCall<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): CallState<Result> {
  return {
    operation,
    call,
    settlements: [],
    viewer: null,
    values: {},
    files: [],
    receivedFiles: 0,
    kinds: [],
    sealedPages: [],
    pageErrors: [],
  };
}
