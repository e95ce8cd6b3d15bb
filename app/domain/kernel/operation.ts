import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Language } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import type { PageNote } from '~/platform/enums';
import type { LimitName } from '~/platform/limits/limits.server';
import type { ReceivedType } from '~/platform/media-types';
import { type Ability, scopeOf } from './abilities';
import type { ChannelRules } from './channels';
import { Refusal, type RefusalKind } from './refusal';
import { effectiveRole, type Viewer } from './viewer';

/** What a channel hands to an operation: what it does its own way, and what it knows. */
export type CallContext = ChannelRules & {
  language: Language;
  /** The network of the client, for limits and waits; stored as a keyed hash only. */
  client: string;
  /**
   * What a browser keeps to be known again after a log-in, empty where it keeps nothing; absent
   * where none is there.
   */
  device?: string;
  /** What the client calls itself: its browser and system, or the program. */
  userAgent?: string;
  /** A sentence as this channel says it: for what is kept in the very words that were shown. */
  sentence(messageKey: MessageKey): string;
  /** How long a review can be undone before its patient sees it; nothing where it shows at once. */
  undoMs?: number;
  /**
   * Whether a browser fetched the page without being told to, or another site had it do so: nothing
   * is taken by that.
   */
  isSpeculative?: boolean;
  /**
   * Turns the path of a private file into the link this channel hands out; to whom, where the call
   * itself finds that out.
   */
  linkTo(path: string, viewerId?: string): string;
};

/**
 * A file that came with the call: received, without the metadata of a picture, encrypted, and
 * decoded once; a HEIC is a JPEG by now, and several pages are one PDF. Its id is the id of what it
 * becomes; `sentBytes` and its fingerprint, the SHA-256, are of what was sent; of several pages the
 * sum, and the SHA-256 of their fingerprints in their order.
 */
export type ReceivedFile = {
  id: string;
  /** Where it lies until it is kept: its name on the disk, what it is bound to, and its plain bytes. */
  pendingFile: { name: string; boundTo: string; bytes: number; mediaType: ReceivedType };
  sentBytes: number;
  /** Its pages, what is noted of them, and a small picture, undefined if none could be made. */
  decoded: { pages: number; notes: PageNote[]; thumbnail: Promise<Buffer | undefined> };
  originalName?: string;
  fingerprint: string;
};

/** Of a report that has taken a slot: its ID, and the fingerprint of what it was made of. */
export type TakenFile = { reportId: string; fingerprint: string };

/**
 * The Idempotency-Key of a call: who sent which key for what, and what the body said, both as keyed
 * hashes.
 */
export type Idempotency = { keyHash: string; bodyHash: string };

type Call<Input, Who> = {
  viewer: Who;
  input: Input;
  context: CallContext;
  /** In the order they came: at most as many as the operation's file rule takes. */
  files?: ReceivedFile[];
  /** The slots that they came from in pieces: whoever makes something of them takes these. */
  slotIds?: string[];
  /** In place of them, where a report has taken their slots in an earlier call. */
  takenFile?: TakenFile;
  /** What comes as the body of an operation that takes a piece. */
  content?: Readable;
  idempotency?: Idempotency;
};

/** What a channel needs to know to take a file, or several, along with the fields. */
export type FileRule = {
  field: string;
  /** What the API's document says of that field: in English, for programmers. */
  description: string;
  /** What is said where none comes; without it none has to. */
  missing?: MessageKey;
  /** How many may come, in fields of the same name; one unless said. */
  most?: number;
  /**
   * Where several are the pages of one file: each is a picture of at most so many bytes. They come
   * to `run` as one PDF.
   */
  pages?: { maxBytesEach: number };
  /** The most bytes that all of them may have together; without it what a report may have. */
  maxBytes?: number;
  /** What is made of it for showing; without it a thumbnail. */
  want?: 'thumbnail' | 'picture';
  /**
   * Refuses what there is no room for, before anything of it is read: for whom, and the bytes that
   * are announced at least.
   */
  requireRoom?(accountId: string, bytes: number): Promise<void>;
  /** The field that names slots in place of the file, which has arrived there in pieces. */
  slotField?: string;
  /** The limit of an account that it counts against, in place of that of reports. */
  limit?: LimitName;
};

/** How the pipeline and the channels treat an operation where that differs from the rule. */
type Policy = {
  /**
   * Whether a second factor that is demanded of an account has to be in force first. `required`
   * unless said.
   */
  secondFactor?: 'required' | 'optional';
  /**
   * Whether a call that carries an Idempotency-Key is done once, however often it comes
   * (docs/requirements.md#api). `ignored` unless said.
   */
  idempotencyKey?: 'ignored' | 'honoured';
  /**
   * What a refusal says: its reason; only the words for failure, whatever the reason
   * (docs/requirements.md#messages); or, on a page, the words for success
   * (docs/requirements.md#screens). `reason` unless said.
   */
  refusalsSay?: 'reason' | 'failure' | 'success';
  /**
   * Whom pages show its form to: nobody who is signed in comes to one for `guests`. `everybody`
   * unless said.
   */
  formFor?: 'everybody' | 'guests';
  /** The operation whose form sends it too, by a button of its own. */
  sentWith?: string;
  /**
   * What the answer is: words and data, or its `data` as a file that is sent as it is made. `data`
   * unless said.
   */
  answer?: 'data' | 'download';
};

/** What every operation answers with; the channels spread it into their own shape. */
export type Outcome = { data?: unknown } & Record<string, unknown>;

type Declared<Schema extends z.ZodType, Result extends Outcome, Allow, Who> = {
  /** Dotted name, for logs. */
  name: string;
  /** What the API's document says of its call: in English, for programmers. */
  api?: { summary: string; text: string };
  /** What comes in. The form, the page action and the API parse with this one schema. */
  input: Schema;
  /** Where a page asks for more than the API does (consent, country code): the stricter schema. */
  inputOnPage?: z.ZodType<z.output<Schema>>;
  /** What comes out beside success and message, for the programs that read it. */
  output?: z.ZodType<NoInfer<Result>>;
  /**
   * Why it may say no, beside what its schema, its ability, its file and its limits bring along.
   */
  refusals?: RefusalKind[];
  policy?: Policy;
  /** The ability a viewer needs; `anyone` needs none. */
  allow: Allow;
  file?: FileRule;
  /** Fields that hold a list, which a form may send several times. */
  lists?: readonly string[];
  /** Whether the body is a piece of a file, which is read as it arrives. */
  takesPiece?: boolean;
  /** Limits counted per client address before anything else happens. */
  limits?: LimitName[];
  /** Fields that never come back to the page after a mistake. */
  secretFields?: string[];
  /**
   * Fields of a change that an empty value removes, also where a form sends it. What is left out of
   * a change stays as it is.
   */
  clearableFields?: string[];
  successMessage: MessageKey;
  failureMessage: MessageKey;
  run(call: Call<z.output<Schema>, Who>): Promise<Result>;
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

/** An operation as the pipeline takes it: whatever its schema, result and viewer. */
export type AnyOperation<Result extends Outcome = Outcome> = Declaration & {
  // biome-ignore lint/suspicious/noExplicitAny: the call's type differs from operation to operation; the pipeline is where they meet
  run(call: any): Promise<Result>;
};

/**
 * Declares something a signed-in person can do: once, for the page and the API alike. Takes schema,
 * ability, words and the function that does it.
 *
 * @returns the declaration, for the channels of `web/`.
 */
export function operation<Schema extends z.ZodType, Result extends Outcome>(
  declared: Declared<Schema, Result, Ability, Viewer>,
) {
  return declared;
}

/** Declares something anybody can do, signed in or not. */
export function openOperation<Schema extends z.ZodType, Result extends Outcome>(
  declared: Omit<Declared<Schema, Result, 'anyone', Viewer | null>, 'allow'>,
) {
  return { ...declared, allow: 'anyone' as const };
}

/** Whether every refusal of an operation is told with its words for failure alone. */
export const saysOnlyFailure = ({ policy }: Pick<Operation, 'policy'>) => policy?.refusalsSay === 'failure';

/** What to say to somebody who has to switch on the second factor first. */
export const secondFactorFirst = () =>
  new Refusal('forbidden', 'secondFactor.required', { code: 'secondFactorSetUpRequired' });

/**
 * Whether a viewer has the operation's ability, and has the second factor in force that is demanded
 * of them.
 */
export function isAllowed(operation: Rule, viewer: Viewer | null): boolean {
  const { allow } = operation;
  if (allow === 'anyone') return true;
  return viewer !== null && scopeOf(viewer, allow) !== undefined && !isTooEarly(operation, viewer);
}

type Rule = Pick<Operation, 'allow' | 'policy'>;

const isTooEarly = ({ policy }: Rule, { needs2faSetup }: Viewer) =>
  needs2faSetup && policy?.secondFactor !== 'optional';

/**
 * Asks whether a viewer has the operation's ability.
 *
 * @throws Refusal: `signedOut`, `forbidden`.
 */
export function requireAbility(operation: Rule, viewer: Viewer | null) {
  if (isAllowed(operation, viewer)) return;
  if (!viewer) throw new Refusal('signedOut', 'refused.signedOut');
  if (isTooEarly(operation, viewer)) throw secondFactorFirst();
  if (effectiveRole(viewer) === 'suspended') throw new Refusal('forbidden', 'standing.taken');
  if (operation.allow !== 'report.review') throw new Refusal('forbidden', 'role.wrong');
  throw new Refusal(
    'forbidden',
    effectiveRole(viewer) === 'unapproved' ? 'review.unapproved' : 'review.onlyExperts',
  );
}
