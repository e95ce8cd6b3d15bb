import { setClinicClock } from '~/domain/kernel/days';
import { clinicTimeOf, minutesAhead, setClinicTime } from '~/i18n/clinic-time';

/** Says days and times by the clock of a zone from now on. Takes its IANA name. */
export function keepTimeOf(zone: string): void {
  setClinicTime(clinicTimeOf(zone));
  setClinicClock((at) => minutesAhead(zone, at));
}
