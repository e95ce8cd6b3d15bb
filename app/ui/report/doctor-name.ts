import type { PublicReport } from '~/domain/report/present-report';
import { useWords } from '~/ui/sentence';

/**
 * How a doctor signs a review: the name, and the registration number as it was then; empty where
 * nobody signed.
 */
export function useDoctorName() {
  const { t } = useWords();
  return (expert: PublicReport['expert']) => {
    const name = `${expert?.firstName ?? ''} ${expert?.lastName ?? ''}`.trim();
    const number = expert?.registrationNumber;
    return number ? `${name} (${t('credentials.short')} ${number})`.trim() : name;
  };
}
