import { operation } from '~/domain/kernel/operation';
import { uploadAnswer } from '~/domain/report/present-report';
import { maxPageBytes, maxPages } from '~/domain/report/report-constants';
import { uploadCall, uploadForm } from '~/domain/report/schemas';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { requireQuotaBefore } from './quota.server';
import { storeReport } from './store-report.server';

/**
 * Uploads a report of the user's own (docs/requirements.md#screens,
 * docs/requirements.md#validation, docs/requirements.md#api). The file arrives encrypted and
 * decoded once; its thumbnail is stored after the answer.
 */
export const uploadReport = operation({
  name: 'report.upload',
  api: {
    summary: 'Upload a report',
    text: `Uploads one PDF, or 1 to ${maxPages} pictures (JPEG, HEIC, PNG, WebP, GIF), as multipart form data with one field per file. A single file is stored unchanged, with two exceptions: HEIC is converted to JPEG, and pictures lose their metadata except their orientation. A PDF that shows its content only in another program is refused. Several pictures become the pages of one PDF, in the order sent. If any of them is rejected, none is stored, and \`pages\` lists the rejected ones. The country code and the consent are optional; a consent of \`false\` is refused. To name another person, send \`personId\`, or send \`personName\`, \`birthYear\`, \`sex\` and \`relation\` to add them to \`profile/people\`. A name and year of birth that are already on your list return 409 with the code \`same_person\`, unless \`same\` is \`yes\`. \`relation\` \`self\` names you. A call without any of these fields names nobody, and is not filed as yours; so does a \`personId\` of \`none\`. For a person who may be under 18, including yourself, consent without \`guardianName\` is recorded as not given. For another adult, consent states that they have agreed, and without a year of birth also that they are 18 or older. Name files that were sent in pieces in \`uploads\`, in page order; the body may then be JSON. Their pieces make one report: repeating the call with the same \`Idempotency-Key\` returns that report, and any other call with them returns 409.`,
  },
  input: uploadCall,
  inputOnPage: uploadForm,
  output: uploadAnswer,
  // `notFound`: the report of an earlier call with this key was deleted, or a person or slot does
  // not exist. `conflict`: a slot is over or taken.
  refusals: ['notFound', 'conflict'],
  policy: { idempotencyKey: 'honoured' },
  allow: 'report.upload',
  file: {
    field: 'report',
    missingMessage: 'upload.report',
    requireRoom: requireQuotaBefore,
    description:
      'One PDF, or up to 20 pictures (JPEG, PNG, WebP, GIF or HEIC). Several pictures become one PDF. At most 25 MB in total unless the clinic sets another limit, and 15 MB per file if there are several.',
    maxFiles: maxPages,
    pages: { maxBytesEach: maxPageBytes },
    slotField: 'uploads',
  },
  lists: ['uploads', 'dangerSigns'],
  successMessage: 'upload.done',
  failureMessage: 'upload.failed',
  async run({ viewer, ...call }) {
    const row = await storeReport({ ...call, owner: viewer });
    const report = await presentReportTo(viewer, row, viewer, call.context);
    return { data: { ...report, reportId: report._id } };
  },
});
