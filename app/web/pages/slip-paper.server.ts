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

type PaperOptions = {
  /** The address that the slip shows. */
  address: string;
  /** The address that its QR code leads to, if that is another. */
  codeAddress?: string;
  language: Language;
  issuer: Issuer;
};

/**
 * Builds what every printed slip has: who sends it, its address with the QR code, and its words in the
 * language of the account with English beside them.
 *
 * @param toWords the words of this kind of slip in a language.
 */
export async function printedPaper<Words extends object>(
  { address, codeAddress = address, language, issuer }: PaperOptions,
  toWords: (language: Language) => Words,
) {
  const wordsIn = (shown: Language) => ({ ...toWords(shown), ...commonWords(shown, issuer) });
  return {
    sender: clinicWords().senderName,
    address,
    picture: await drawQrCode(codeAddress),
    language,
    direction: directionOf(language),
    words: wordsIn(language),
    english: language === 'en' ? null : wordsIn('en'),
  };
}

/**
 * Builds what stands on the printed slip of an account. It says nothing about anybody's health. Its
 * code leads to the log-in in the language of the account; the clinic number is in the fragment of
 * that address, which no server receives.
 *
 * @param slip.password the one-time password; null on a slip with the number only.
 */
export async function slipPaper({ firstName, clinicNumber, password, language }: Slip, issuer: Issuer) {
  const address = `${getSettings().PUBLIC_URL}${paths.login}`;
  const codeAddress = `${address}?lang=${language}#${clinicNumber}`;
  const paper = await printedPaper({ address, codeAddress, language, issuer }, (shown) =>
    slipWords(shown, password !== null),
  );
  return { ...paper, firstName, clinicNumber, password };
}

function slipWords(language: Language, isNew: boolean) {
  const steps = isNew
    ? (['slipPaper.first', 'slipPaper.second', 'slipPaper.third'] as const)
    : (['slipPaper.known', 'slipPaper.lost', 'slipPaper.third'] as const);
  return {
    name: translate(language, 'slipPaper.name'),
    clinicNumber: translate(language, 'ownNumber.label'),
    password: translate(language, 'slipPaper.password'),
    open: translate(language, 'slipPaper.open'),
    steps: steps.map((key) => translate(language, key)),
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
