/** For the person who opens an archive with a common program. */
export const NOTE_TEXT = `Exportación de una organización de Resguardo

tables/   Los registros, tabla por tabla, una línea JSON por fila. Cada valor es el texto que guarda la base de datos.
files/    Los archivos que la organización subió y los que el servicio generó, con el identificador de su fila.
manifest.json   Qué contiene la exportación, cuántas filas tiene cada tabla y el SHA-256 de cada parte. Si quien opera el
                servicio retiró meses antiguos, «archivedMonths» dice cuáles no están.

Otra instalación de Resguardo de la misma versión la recibe con: resguardo tenants import <archivo>

Contiene datos personales: guárdela cifrada, entréguela solo a quien deba tenerla y elimínela cuando ya no la necesite
(artículo 14 quinquies de la ley N° 19.628, modificada por la ley N° 21.719: deber de adoptar medidas de seguridad).
Los secretos, contraseñas y segundos factores no están, o están sellados con una frase de paso que no viaja con ella.
`
