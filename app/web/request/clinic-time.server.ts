import { setClinicClock } from '~/domain/kernel/days';
import { clinicTimeOf, minutesAhead, setClinicTime } from '~/i18n/clinic-time';

/**
 * Sets the time zone in which the process shows days and times.
 *
 * @param zone an IANA name.
 */
export function setRequestTimeZone(zone: string): void {
  setClinicTime(clinicTimeOf(zone));
  setClinicClock((at) => minutesAhead(zone, at));
}
