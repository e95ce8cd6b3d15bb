import { useContext, useState } from 'react';
import type { Country } from '~/i18n/countries';
import { reportTypes } from '~/platform/enums';
import { Changeable } from '~/ui/fields/changeable';
import { PhoneField, SelectField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { useTypeName } from '~/ui/fields/type-name';
import { LocaleContext, useWords } from '~/ui/sentence';

/** The fields in their order on the page. */
export const reportFieldOrder = ['reportType', 'countryCode', 'phoneNumber', 'description'];

type Props = {
  /** The countries in the loader's data. */
  countries: Country[];
  /** Maximum length of the description in characters. */
  maxLength: number;
  /** The phone number of the account, which needs no fields unless it is changed. */
  ownPhone?: Phone;
};

type Phone = { countryCode: string; phoneNumber: string };

/** The fields about a report, for its upload and its correction. */
export function ReportFormFields({ countries, maxLength, ownPhone }: Props) {
  const { t } = useWords();
  const typeName = useTypeName();
  return (
    <>
      <SelectField
        name="reportType"
        label={t('upload.reportTypeLabel')}
        empty={t('upload.choose')}
        options={reportTypes.map((type) => ({ value: type, label: typeName(type) }))}
      />
      {ownPhone ? (
        <Changeable words={<PhoneLine {...ownPhone} />} values={ownPhone}>
          <PhoneFields countries={countries} />
        </Changeable>
      ) : (
        <PhoneFields countries={countries} />
      )}
      <TextArea
        name="description"
        label={t('upload.descriptionLabel')}
        hint={t('upload.descriptionHint')}
        maxLength={maxLength}
      />
    </>
  );
}

function PhoneLine({ countryCode, phoneNumber }: Phone) {
  const { t } = useWords();
  const [dialCode = ''] = countryCode.split(' ');
  // Isolated, since the plus would otherwise stand behind the digits on a right-to-left page.
  const number = `\u2066${phoneNumber.startsWith('+') ? '' : `${dialCode} `}${phoneNumber}\u2069`;
  return t('upload.phoneLine', { number });
}

function PhoneFields({ countries }: { countries: Country[] }) {
  const { t } = useWords();
  const options = useCountries(countries);
  return (
    <div className="pair max-sm:grid max-sm:gap-5">
      <SelectField name="countryCode" label={t('upload.countryCodeLabel')} options={options} />
      <PhoneField
        name="phoneNumber"
        label={t('upload.phoneNumberLabel')}
        hint={t('upload.phoneNumberHint')}
      />
    </div>
  );
}

/**
 * Returns the countries: from the loader's data, from the server's context, or read off the
 * rendered options.
 */
function useCountries(loadedCountries: Country[]): Country[] {
  const { countries } = useContext(LocaleContext);
  const [options] = useState(() => {
    if (loadedCountries.length > 0 || countries) return countries?.() ?? loadedCountries;
    const drawn = document.querySelectorAll<HTMLOptionElement>('select[name="countryCode"] option');
    return [...drawn].map(({ value, label }) => ({ value, label }));
  });
  return options;
}
