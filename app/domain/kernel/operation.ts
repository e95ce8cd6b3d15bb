import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Language } from '~/i18n/languages';
import type { MessageKey, ServerValues } from '~/i18n/message-keys';
import type { PageNote } from '~/platform/enums';
import type { LimitName } from '~/platform/limits/limits.server';
import type { ReceivedType } from '~/platform/media-types';
import { type Ability, findScope } from './abilities';
import type { ChannelRules } from './channels';
import { Refusal, type RefusalKind } from './refusal';
import type { DoubtWords, StepFacts, StepWords } from './step-words';
import { effectiveRole, type Viewer } from './viewer';

/** The context a channel passes to an operation: the channel's rules, and data about the client. */
export type CallContext = ChannelRules & {
  language: Language;
  /** The client's network, used for limits and waiting times. Only a keyed hash of it is stored. */
  client: string;
  /**
   * The value by which a browser is recognized after a login: empty if the browser has none, absent
   * if the client is not a browser.
   */
  device?: string;
  /** The `User-Agent` of the client: its browser and system, or the program. */
  userAgent?: string;
  /**
   * Returns a message in the words of this channel, for records that keep the exact words shown.
   */
  sentence(messageKey: MessageKey, values?: ServerValues): string;
  /** Returns a message in any language, for what is compared whatever language the caller has. */
  sentenceIn(language: Language, messageKey: MessageKey, values?: ServerValues): string;
  /** Describes the next step of a review in the language of this channel. */
  describeStep(facts: StepFacts): StepWords;
  /** Describes in the language of this channel that the clinic does not vouch for an answer. */
  describeDoubt(): DoubtWords;
  /** Lists the sentences of next steps in a language, with their placeholders. */
  listStepSentences(language: Language): string[];
  /** Lists the sentences of the danger signs at the upload in a language. */
  listSignSentences(language: Language): string[];
  /**
   * Milliseconds for which a review can be undone before its patient sees it. Absent if the patient
   * sees it at once.
   */
  undoMs?: number;
  /**
   * True if a browser prefetched the page, or another site caused the request. Such a request must
   * not claim anything.
   */
  isSpeculative?: boolean;
  /**
   * Turns the path of a private file into the link that this channel hands out.
   *
   * @param viewerId the viewer, if only the call itself finds out who that is.
   */
  linkTo(path: string, viewerId?: string): string;
};

/**
 * A file of the call: received, encrypted and decoded once, with the metadata of pictures removed.
 * A HEIC has become a JPEG, and several pages have become one PDF.
 *
 * `id` is the ID of the object the file becomes. `sentBytes` and `fingerprint` (SHA-256) describe
 * the file as sent. For several pages they are the sum of the sizes, and the SHA-256 of the
 * fingerprints in order.
 */
export type ReceivedFile = {
  id: string;
  /**
   * The file until it is stored: its name on the disk, the ID it is bound to, and its size in plain
   * text.
   */
  pendingFile: { name: string; boundTo: string; bytes: number; mediaType: ReceivedType };
  sentBytes: number;
  /**
   * The number of pages, notes on them, and a thumbnail, which is undefined if none could be made.
   */
  decoded: { pages: number; notes: PageNote[]; thumbnail: Promise<Buffer | undefined> };
  originalName?: string;
  fingerprint: string;
};

/** A report created from slots: its ID, and the fingerprint of the files it was created from. */
export type TakenFile = { reportId: string; fingerprint: string };

/**
 * The Idempotency-Key of a call. One keyed hash covers the sender, the key and the operation, the
 * other one the body.
 */
export type Idempotency = { keyHash: string; bodyHash: string };

type Call<Input, Caller> = {
  viewer: Caller;
  input: Input;
  context: CallContext;
  /** In the order they were sent; at most as many as the operation's file rule allows. */
  files?: ReceivedFile[];
  /**
   * The slots in which the files arrived in pieces. The operation that uses the files takes these
   * slots.
   */
  slotIds?: string[];
  /** Replaces `files` if a report has taken their slots in an earlier call. */
  takenFile?: TakenFile;
  /** The request body of an operation that takes a piece of a file. */
  content?: Readable;
  idempotency?: Idempotency;
};

/** The rule by which a channel accepts one or more files along with the fields. */
export type FileRule = {
  field: string;
  /** The field's description in the API document: in English, for programmers. */
  description: string;
  /** The message if no file is sent. Without it the file is optional. */
  missingMessage?: MessageKey;
  /** The maximum number of files, in fields of the same name. Default: 1. */
  maxFiles?: number;
  /**
   * Set if several files are the pages of one document. Each is a picture of at most `maxBytesEach`
   * bytes, and `run` receives one PDF.
   */
  pages?: { maxBytesEach: number };
  /** The maximum size of all files together, in bytes. Default: the limit of a report. */
  maxBytes?: number;
  /** The picture to make of the file. Default: `thumbnail`. */
  picture?: 'thumbnail' | 'picture';
  /**
   * Refuses files for which there is no room, before any of them is read.
   *
   * @param bytes the announced size, which is a minimum.
   */
  requireRoom?(accountId: string, bytes: number): Promise<void>;
  /** The field that names slots instead of a file, if the file arrived in pieces. */
  slotField?: string;
  /** The rate limit of the account that the files count against, instead of that of reports. */
  limit?: LimitName;
};

/**
 * The ways in which the pipeline and the channels treat an operation differently from the default.
 */
type Policy = {
  /** Requires an account that must have a second factor to set it up first. Default: `required`. */
  secondFactor?: 'required' | 'optional';
  /**
   * `optional` if an account that was logged in to with a one-time password may do it before it has
   * a password of its own. Default: `required`.
   */
  newPassword?: 'required' | 'optional';
  /**
   * `honoured` if a call with an Idempotency-Key takes effect only once, however often it is sent
   * (docs/requirements.md#api). Default: `ignored`.
   */
  idempotencyKey?: 'ignored' | 'honoured';
  /**
   * The message of a refusal: its reason; always the failure message
   * (docs/requirements.md#messages); or, on a page, the success message
   * (docs/requirements.md#screens). Default: `reason`.
   */
  refusalsSay?: 'reason' | 'failure' | 'success';
  /**
   * The visitors to whom pages show the form. A form for `guests` is not shown to signed-in users.
   * Default: `everybody`.
   */
  formFor?: 'everybody' | 'guests';
  /** The operation whose form also sends this one, with a button of its own. */
  sentWith?: string;
  /**
   * The kind of response: message and data, or `data` as a file that is streamed. Default: `data`.
   */
  answer?: 'data' | 'download';
  /** The type of the file of a download. Default: `application/zip`. */
  downloadType?: 'text/csv';
};

/** The result of every operation. Each channel puts it into its own shape. */
export type Outcome = { data?: unknown } & Record<string, unknown>;

type Declared<Schema extends z.ZodType, Result extends Outcome, Allow, Caller> = {
  /** Dotted name, for logs. */
  name: string;
  /** The call's description in the API document: in English, for programmers. */
  api?: { summary: string; text: string };
  /** The input schema. The form, the page action and the API all parse with it. */
  input: Schema;
  /** A stricter schema for pages that require more than the API does (consent, country code). */
  inputOnPage?: z.ZodType<z.output<Schema>>;
  /** The output schema for API clients, besides success and message. */
  output?: z.ZodType<NoInfer<Result>>;
  /** The kinds of refusals, besides those that the schema, ability, file rule and limits entail. */
  refusals?: RefusalKind[];
  policy?: Policy;
  /** The ability a viewer needs; `anyone` needs none. */
  allow: Allow;
  file?: FileRule;
  /** Fields that hold a list, which a form may send several times. */
  lists?: readonly string[];
  /** True if the request body is a piece of a file, which is read as it arrives. */
  takesPiece?: boolean;
  /** Rate limits counted per client address, before anything else happens. */
  limits?: LimitName[];
  /** Fields that are never sent back to the page after a mistake. */
  secretFields?: string[];
  /**
   * Fields of a change that an empty value removes, even if a form sends it. A missing field stays
   * as it is.
   */
  clearableFields?: string[];
  successMessage: MessageKey;
  failureMessage: MessageKey;
  run(call: Call<z.output<Schema>, Caller>): Promise<Result>;
};

export type Operation<Schema extends z.ZodType = z.ZodType, Result extends Outcome = Outcome> =
  | Declared<Schema, Result, Ability, Viewer>
  | Declared<Schema, Result, 'anyone', Viewer | null>;

type Declaration = Pick<
  Operation,
  | 'name'
  | 'api'
  | 'allow'
  | 'policy'
  | 'file'
  | 'lists'
  | 'takesPiece'
  | 'limits'
  | 'secretFields'
  | 'clearableFields'
  | 'successMessage'
  | 'failureMessage'
  | 'output'
  | 'refusals'
  | 'input'
  | 'inputOnPage'
>;

/** An operation as the pipeline takes it, whatever its schema, result and viewer. */
export type AnyOperation<Result extends Outcome = Outcome> = Declaration & {
  // biome-ignore lint/suspicious/noExplicitAny: the call's type differs from operation to operation; the pipeline is where they meet
  run(call: any): Promise<Result>;
};

/**
 * Declares an operation for signed-in users, once for the web pages and the API.
 *
 * @param declared schema, ability, messages and the function to run.
 * @returns the declaration, for the channels of `web/`.
 */
export function operation<Schema extends z.ZodType, Result extends Outcome>(
  declared: Declared<Schema, Result, Ability, Viewer>,
) {
  return declared;
}

/** Declares an operation for everybody, signed in or not. */
export function openOperation<Schema extends z.ZodType, Result extends Outcome>(
  declared: Omit<Declared<Schema, Result, 'anyone', Viewer | null>, 'allow'>,
) {
  return { ...declared, allow: 'anyone' as const };
}

/** Checks whether every refusal of an operation shows only its failure message. */
export const hidesReason = ({ policy }: Pick<Operation, 'policy'>) => policy?.refusalsSay === 'failure';

/** Builds the refusal for users who must first set up the second factor. */
export const secondFactorRefusal = () =>
  new Refusal('forbidden', 'secondFactor.required', { code: 'secondFactorSetUpRequired' });

/** Builds the refusal for users who must first replace a one-time password. */
export const newPasswordRefusal = () =>
  new Refusal('forbidden', 'firstPassword.required', { code: 'newPasswordRequired' });

/**
 * Checks whether a viewer has the operation's ability and, if they are required, an active second
 * factor and a password of their own.
 */
export function isAllowed(operation: Rule, viewer: Viewer | null): boolean {
  const { allow } = operation;
  if (allow === 'anyone') return !viewer?.keyReaches;
  return viewer !== null && findScope(viewer, allow) !== undefined && !isTooEarly(operation, viewer);
}

type Rule = Pick<Operation, 'allow' | 'policy'>;

const isBeforeFactor = ({ policy }: Rule, { needs2faSetup }: Viewer) =>
  needs2faSetup && policy?.secondFactor !== 'optional';

const isBeforePassword = ({ policy }: Rule, { needsNewPassword }: Viewer) =>
  needsNewPassword && policy?.newPassword !== 'optional';

const isTooEarly = (operation: Rule, viewer: Viewer) =>
  isBeforePassword(operation, viewer) || isBeforeFactor(operation, viewer);

/**
 * Requires that a viewer has the operation's ability.
 *
 * @throws Refusal: `signedOut`, `forbidden`.
 */
export function requireAbility(operation: Rule, viewer: Viewer | null) {
  if (isAllowed(operation, viewer)) return;
  if (viewer?.keyReaches) throw new Refusal('forbidden', 'key.missingScope', { code: 'missingScope' });
  if (!viewer) throw new Refusal('signedOut', 'refused.signedOut');
  if (isBeforePassword(operation, viewer)) throw newPasswordRefusal();
  if (isBeforeFactor(operation, viewer)) throw secondFactorRefusal();
  if (effectiveRole(viewer) === 'suspended') throw new Refusal('forbidden', 'standing.taken');
  if (operation.allow !== 'report.review') throw new Refusal('forbidden', 'role.wrong');
  throw new Refusal(
    'forbidden',
    effectiveRole(viewer) === 'unapproved' ? 'review.unapproved' : 'review.onlyExperts',
  );
}
