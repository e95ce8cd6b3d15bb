import { tusVersion } from '~/domain/report/slot-fields';
import { mediaTypes } from '~/platform/media-types';
import { getSettings } from '~/platform/settings/env.server';
import { headersWith } from './answer-headers';
import { apiWords } from './document-words';
import {
  type Described,
  type DescribedAnswer,
  describeFile,
  type MediaContent,
  type Parameter,
  piece,
  type Schema,
} from './types';

type DescribedHeaders = ReturnType<typeof headersWith>;
type Paths = Record<string, Record<string, Described>>;

const { files: fileWords, fileStatuses, pieces: pieceWords } = apiWords;
const text: Schema = { type: 'string' };

const exampleId = '01k2zq5v7m8n9p0q1r2s3t4v5w';
const inPath = (
  name: string,
  description: string,
  { schema = text, example = exampleId }: { schema?: Schema; example?: unknown } = {},
): Parameter => ({ name, in: 'path', required: true, description, schema, example });
const reportId = inPath('reportId', fileWords.reportId);
const userId = inPath('userId', fileWords.userId);
const number = inPath('number', fileWords.number, {
  schema: { type: 'integer', minimum: 1, maximum: 1000 },
  example: 1,
});
const page = inPath('page', fileWords.page, {
  schema: { type: 'integer', minimum: 1, maximum: 10_000 },
  example: 1,
});

/** The paths of files, each with its operation ID, summary, parameters and media types. */
const files: [string, string, string, Parameter[], string[]][] = [
  ['raw/{reportId}/{number}', 'fileDocument', fileWords.ofDocument, [reportId, number], ['application/pdf']],
  [
    'image/{reportId}/{number}',
    'fileImage',
    fileWords.ofImage,
    [reportId, number],
    mediaTypes.filter((type) => type !== 'application/pdf'),
  ],
  ['page/{reportId}/{page}', 'filePage', fileWords.ofPage, [reportId, page], ['image/webp']],
  ['page/{reportId}/{page}/large', 'fileLargePage', fileWords.ofLargePage, [reportId, page], ['image/webp']],
  ['thumbnail/{reportId}', 'fileThumbnail', fileWords.ofThumbnail, [reportId], ['image/webp']],
  ['picture/{userId}', 'filePicture', fileWords.ofPicture, [userId], ['image/webp', 'image/svg+xml']],
];

/**
 * Describes the addresses of files. They are no calls: they lie beside the API and answer with
 * bytes, and refusals with plain text (docs/requirements.md#reports-and-files).
 */
export function describeFiles(): Paths {
  const servers = [{ url: getSettings().PUBLIC_URL }];
  return Object.fromEntries(
    files.map(([path, operationId, summary, parameters, types]) => {
      const isOfReport = parameters.includes(reportId);
      const call: Described = {
        operationId,
        tags: ['file'],
        summary,
        description: fileWords.text,
        security: [{}, { token: [] }, ...(isOfReport ? [{ key: [] }] : [])],
        ...(isOfReport && { 'x-key-scope': 'files.read' }),
        servers,
        parameters,
        responses: answersOf(types, { isDrawn: parameters.includes(page) }),
      };
      return [`/files/${path}`, { get: call }];
    }),
  );
}

function answersOf(types: string[], { isDrawn }: { isDrawn: boolean }): Described['responses'] {
  const content = Object.fromEntries(types.map((type) => [type, { schema: describeFile(type) }]));
  const refused = Object.keys(fileStatuses).filter((status) => isDrawn || !ofDrawing.includes(status));
  return {
    200: { description: fileWords.whole, headers: fileHeaders, content },
    206: {
      description: fileWords.part,
      headers: { ...fileHeaders, ...headersWith('Content-Range') },
      content,
    },
    ...Object.fromEntries(
      refused.map((status) => [status, { $ref: `#/components/responses/File${status}` }]),
    ),
  };
}

const component = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Headers of a file and of the answers without its content. */
const fileHeaders = {
  ...headersWith('ETag', 'Content-Disposition', 'Accept-Ranges'),
  'Cache-Control': component('FileCacheControl'),
  'Cross-Origin-Resource-Policy': component('FileResourcePolicy'),
  'Cross-Origin-Opener-Policy': component('FileOpenerPolicy'),
};

/** The statuses with which only a page that has to be drawn is refused. */
const ofDrawing = ['422', '429'];

/** Describes the answers that files share, by their names among the components. */
export function fileAnswers(): Record<string, DescribedAnswer> {
  const plain: MediaContent = { 'text/plain': { schema: text } };
  const rareHeaders: Record<string, DescribedHeaders> = {
    304: fileHeaders,
    401: headersWith('WWW-Authenticate'),
    416: { ...fileHeaders, ...headersWith('Content-Range') },
    429: headersWith('Retry-After'),
    503: headersWith('Retry-After'),
  };
  return Object.fromEntries(
    Object.entries(fileStatuses).map(([status, description]) => [
      `File${status}`,
      {
        description,
        headers: rareHeaders[status] ?? {},
        content: ['304', '416'].includes(status) ? {} : plain,
      },
    ]),
  );
}

const slotId = inPath('slotId', pieceWords.slotId);
const header = (name: string, description: string, schema: Schema, example?: unknown): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});
const version = header('Tus-Resumable', pieceWords.version, { type: 'string', const: tusVersion });
const bytes: Schema = { type: 'integer', minimum: 0 };

/** Describes the protocol for files that arrive in pieces (docs/requirements.md#files-in-pieces). */
export function describePieces(): Paths {
  return {
    '/report/uploads': {
      post: describePiece('Begin', [
        version,
        header('Upload-Length', pieceWords.length, { type: 'integer', minimum: 1 }, 2_097_152),
        { ...header('Upload-Metadata', pieceWords.metadata, text), required: false },
      ]),
    },
    '/report/uploads/{slotId}': {
      head: describePiece('Find', [slotId, version]),
      patch: {
        ...describePiece('Append', [
          slotId,
          version,
          header('Upload-Offset', pieceWords.offset, bytes, 1_048_576),
        ]),
        requestBody: { required: true, content: { [piece]: { schema: describeFile(piece) } } },
      },
      delete: describePiece('Drop', [slotId, version]),
    },
  };
}

/** The success of each method: its status, and its headers other than those of every call. */
const pieceSuccess = {
  Begin: [201, ['Location', 'Upload-Expires']],
  Find: [200, ['Upload-Offset', 'Upload-Length', 'Upload-Expires']],
  Append: [204, ['Upload-Offset', 'Upload-Expires']],
  Drop: [204, []],
} as const;

const sharedRefusals = {
  400: 'BrokenBody',
  401: 'SignedOut',
  403: 'Forbidden',
  422: 'Invalid',
  429: 'TooMany',
  500: 'Failed',
  503: 'Busy',
  507: 'NoSpace',
};
const rareRefusals = {
  Begin: { 413: 'TooLarge' },
  Find: { 404: 'NotFound' },
  Append: { 404: 'NotFound', 409: 'WrongOffset', 413: 'TooLarge', 415: 'WrongType' },
  Drop: { 404: 'NotFound' },
};

function describePiece(step: keyof typeof pieceSuccess, parameters: Parameter[]): Described {
  const [status, headers] = pieceSuccess[step];
  const refusals = Object.entries({ ...sharedRefusals, ...rareRefusals[step], 412: 'WrongVersion' });
  return {
    operationId: `uploads${step}`,
    tags: ['file'],
    summary: pieceWords.summary[step],
    description: pieceWords.text[step],
    security: [{ token: [] }],
    parameters,
    responses: {
      [status]: {
        description: pieceWords.done[step],
        headers: headersWith(...headers),
        content: {},
      },
      ...Object.fromEntries(
        refusals.map(([code, name]) => [code, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  };
}
