import { formatFullName } from '~/domain/identity/full-name';
import type { Viewer } from '~/domain/kernel/viewer';
import { directionOf, type Language } from '~/i18n/languages';
import { formatDay } from '~/i18n/t';
import { translate } from '~/i18n/translate';
import { drawQrCode } from '~/platform/qr.server';
import { clinicWords, getSettings } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';
import { contactDetails } from './clinic-details.server';

type Slip = { firstName: string; clinicNumber: string; password: string | null; language: Language };

/** The staff member who issues a slip; null if its owner opened the account. */
type Issuer = Pick<Viewer, 'firstName' | 'lastName'> | null;

/**
 * Builds what stands on the printed slip of an account, in the language of the account with English
 * beside it. It says nothing about anybody's health. Its code leads to the log-in in that language;
 * the clinic number is in the fragment of that address, which no server receives.
 *
 * @param slip.password the one-time password; null on a slip with the number only.
 */
export async function slipPaper({ firstName, clinicNumber, password, language }: Slip, issuer: Issuer) {
  const address = `${getSettings().PUBLIC_URL}${paths.login}`;
  const isNew = password !== null;
  return {
    sender: clinicWords().senderName,
    firstName,
    clinicNumber,
    password,
    address,
    picture: await drawQrCode(`${address}?lang=${language}#${clinicNumber}`),
    language,
    direction: directionOf(language),
    words: slipWords(language, { isNew, issuer }),
    english: language === 'en' ? null : slipWords('en', { isNew, issuer }),
  };
}

function slipWords(language: Language, { isNew, issuer }: { isNew: boolean; issuer: Issuer }) {
  const steps = isNew
    ? (['slipPaper.first', 'slipPaper.second', 'slipPaper.third'] as const)
    : (['slipPaper.known', 'slipPaper.lost', 'slipPaper.third'] as const);
  return {
    name: translate(language, 'slipPaper.name'),
    clinicNumber: translate(language, 'ownNumber.label'),
    password: translate(language, 'slipPaper.password'),
    open: translate(language, 'slipPaper.open'),
    steps: steps.map((key) => translate(language, key)),
    ...commonWords(language, issuer),
  };
}

/** Returns the sentences at the end of every slip. */
function commonWords(language: Language, issuer: Issuer) {
  const { helpline } = contactDetails();
  const date = formatDay(language, new Date().toISOString());
  const name = issuer && formatFullName(issuer);
  return {
    help: helpline ? translate(language, 'slipPaper.help', { helpline }) : '',
    emergency: translate(language, 'site.emergency'),
    issued: name
      ? translate(language, 'slipPaper.issuedBy', { date, name })
      : translate(language, 'slipPaper.issued', { date }),
  };
}

type ReportSlip = {
  slipUrl: string;
  caseNumber: string;
  initial: string;
  expectedAt: string | null;
  language: Language;
  expiresAt: string;
};

/**
 * Builds what stands on the printed slip of a report, in the language of the account with English
 * beside it. It has the first letter of the first name, and neither age nor year.
 */
export async function reportSlipPaper(slip: ReportSlip, issuer: Issuer) {
  const { slipUrl, caseNumber, initial, language } = slip;
  return {
    sender: clinicWords().senderName,
    caseNumber,
    initial,
    address: slipUrl,
    picture: await drawQrCode(slipUrl),
    language,
    direction: directionOf(language),
    words: reportSlipWords(language, slip, issuer),
    english: language === 'en' ? null : reportSlipWords('en', slip, issuer),
  };
}

function reportSlipWords(language: Language, { expectedAt, expiresAt }: ReportSlip, issuer: Issuer) {
  return {
    person: translate(language, 'reportSlipPaper.person'),
    caseNumber: translate(language, 'report.caseNumber'),
    expected: translate(language, 'reportSlipPaper.expected'),
    expectedDay: expectedAt ? formatDay(language, expectedAt) : '',
    open: translate(language, 'reportSlipPaper.open'),
    steps: [
      translate(language, 'reportSlipPaper.year'),
      translate(language, 'reportSlipPaper.until', { date: formatDay(language, expiresAt) }),
      translate(language, 'reportSlipPaper.keep'),
    ],
    ...commonWords(language, issuer),
  };
}
