import { useContext, useState } from 'react';
import type { Country } from '~/i18n/countries';
import { reportTypes } from '~/platform/enums';
import { PhoneField, SelectField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { useTypeName } from '~/ui/fields/type-name';
import { LocaleContext, useWords } from '~/ui/sentence';

/** The fields in their order on the page. */
export const reportFieldOrder = ['reportType', 'countryCode', 'phoneNumber', 'description'];

/**
 * The fields about a report, for its upload and its correction.
 *
 * @param countries the countries in the loader's data.
 * @param maxLength maximum length of the description in characters.
 */
export function ReportFormFields({ countries, maxLength }: { countries: Country[]; maxLength: number }) {
  const { t } = useWords();
  const typeName = useTypeName();
  const options = useCountries(countries);
  return (
    <>
      <SelectField
        name="reportType"
        label={t('upload.reportTypeLabel')}
        empty={t('upload.choose')}
        options={reportTypes.map((type) => ({ value: type, label: typeName(type) }))}
      />
      <div className="pair max-sm:grid max-sm:gap-5">
        <SelectField name="countryCode" label={t('upload.countryCodeLabel')} options={options} />
        <PhoneField
          name="phoneNumber"
          label={t('upload.phoneNumberLabel')}
          hint={t('upload.phoneNumberHint')}
        />
      </div>
      <TextArea
        name="description"
        label={t('upload.descriptionLabel')}
        hint={t('upload.descriptionHint')}
        maxLength={maxLength}
      />
    </>
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
