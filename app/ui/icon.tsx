const shapes = {
  home: 'M4 11.5 12 5l8 6.5V20h-5.5v-5h-5v5H4z',
  upload: 'M12 16V5m0 0-4 4m4-4 4 4M5 16v3h14v-3',
  reports: 'M7 4h7l4 4v12H7zM14 4v4h4M10 12h5m-5 4h5',
  pending: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  experts: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  alert: 'M12 8v5m0 3.2v.1M12 3.5 21.5 20h-19z',
  info: 'M12 11v5m0-8.2v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  file: 'M7 4h7l4 4v12H7zM14 4v4h4',
  image: 'M4 5h16v14H4zm0 11 4.5-4.5 4 4 2.5-2.5L20 17M15.5 9.5h.1',
  trash: 'M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7',
  write: 'M4 20h4L19 9l-4-4L4 16zM13.5 6.5l4 4',
  logout: 'M14 8V5H5v14h9v-3m-4-4h10m0 0-3-3m3 3-3 3',
  profile:
    'M12 13a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM6 19c.8-2.4 3-3.6 6-3.6s5.2 1.2 6 3.6M3.5 3.5h17v17h-17z',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19c.5-3.2 2.8-4.8 6-4.8s5.5 1.6 6 4.8m0-14.3a3.5 3.5 0 0 1 0 6.4M18 14.8c1.8.7 2.8 2.1 3 4.2',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  language:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 12h17M12 3c2.6 2.6 3.6 5.6 3.6 9s-1 6.4-3.6 9c-2.6-2.6-3.6-5.6-3.6-9s1-6.4 3.6-9z',
  sound: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6m2.5-8.5a8 8 0 0 1 0 11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  phone: 'M6 4h4l1.5 4.5-2 1.5a11 11 0 0 0 4.5 4.5l1.5-2L20 14v4c0 1-1 2-2 2C11 20 4 13 4 6c0-1 1-2 2-2z',
  mail: 'M4 6h16v12H4zm0 1 8 6 8-6',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm3-7 8-8m-3 3 3 3m-6 0 2 2',
  wait: 'M12 3a9 9 0 1 0 9 9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  login: 'M10 8V5h9v14h-9v-3m-6-4h10m0 0-3-3m3 3-3 3',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  filter: 'M4 5h16l-6.2 7.5V19l-3.6-2v-4.5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 4.5 4.5',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4.5H15',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18m2-17v16m2-14.5v13m2-10.5v8',
  fullScreen: 'M9 4H4v5m11-5h5v5M9 20H4v-5m11 5h5v-5',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  share: 'M12 15V4m0 0L8.5 7.5M12 4l3.5 3.5M7 11H5v9h14v-9h-2',
  up: 'm5 15 7-7 7 7',
  down: 'm5 9 7 7 7-7',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  fitPage: 'M6 3.5h12v17H6zM12 7v10m-2.5-7.5L12 7l2.5 2.5m-5 5L12 17l2.5-2.5',
  fitWidth: 'M3.5 5v14m17-14v14M7 12h10m-7.5-2.5L7 12l2.5 2.5m5-5L17 12l-2.5 2.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1m2 3.7a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  next: 'm9 5 7 7-7 7',
  previous: 'm15 5-7 7 7 7',
} as const;

/** Icons that point in reading direction. */
const pointing = new Set<string>(['next', 'previous', 'login', 'logout']);

export type IconName = keyof typeof shapes;

/** Hand-drawn line icons of 24 units. Each stands beside a word, so screen readers skip it. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`icon ${pointing.has(name) ? 'rtl:[scale:-1_1] ' : ''}${className}`}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
