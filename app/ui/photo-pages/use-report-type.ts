import { useEffect, useState } from 'react';

/** The type of report that is chosen in the form of a control. */
export function useReportType(control: HTMLInputElement | null): string {
  const list = control?.form?.elements.namedItem('reportType');
  const [chosen, setChosen] = useState(() => (list instanceof HTMLSelectElement ? list.value : ''));
  useEffect(() => {
    if (!(list instanceof HTMLSelectElement)) return;
    const note = () => setChosen(list.value);
    note();
    list.addEventListener('change', note);
    return () => list.removeEventListener('change', note);
  }, [list]);
  return chosen;
}
