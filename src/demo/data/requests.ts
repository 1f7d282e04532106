import { rut } from '../story.ts'

export type Handling =
  | { days: number; do: 'verify'; notes: string }
  | { days: number; do: 'assign' }
  | { days: number; do: 'extend'; reason: string }
  | { days: number; do: 'respond'; as: string; notes: string; denial?: string }
  | { days: number; do: 'thirds'; notes: string }
  | { days: number; do: 'recipients'; recipients: object[] }
  | { days: number; do: 'agency'; ground: string; notes: string }

export interface Asked {
  key?: string
  /** The main request of a blocking request. */
  main?: string
  weeksAgo: number
  weekday: number
  who: string
  form: 'tienda' | 'tarjeta'
  rightType: string
  description: string
  more?: object
  next: Handling[]
}

/** All seven rights and all six states. Two are overdue, one was answered late. */
export const REQUESTS: readonly Asked[] = [
  {
    weeksAgo: 8,
    weekday: 2,
    who: 'Elisa Morales',
    form: 'tienda',
    rightType: 'ACCESS',
    description: 'Quiero una copia de todos los datos que tienen de mí y saber a quién se los han entregado.',
    next: [
      { days: 1, do: 'verify', notes: 'Se compara su RUT con la cuenta de la tienda en línea.' },
      { days: 2, do: 'assign' },
      {
        days: 11,
        do: 'respond',
        as: 'FULFILLED',
        notes: 'Le enviamos la copia y la lista de destinatarios.',
      },
    ],
  },
  {
    weeksAgo: 8,
    weekday: 4,
    who: 'Waldo Inostroza',
    form: 'tienda',
    rightType: 'DELETION',
    description: 'Cerré mi cuenta hace un año y siguen llegando correos. Borren mis datos.',
    next: [
      { days: 1, do: 'assign' },
      {
        days: 15,
        do: 'respond',
        as: 'PARTIALLY_FULFILLED',
        notes: 'Borramos su cuenta y su suscripción; las boletas se conservan seis años por ley tributaria.',
      },
      {
        days: 16,
        do: 'thirds',
        notes: 'Avisado a Palomar Mail y a Fidelia Cloud; ambos confirmaron el borrado.',
      },
    ],
  },
  {
    weeksAgo: 8,
    weekday: 5,
    who: 'Rosa Huenchumil Paillao',
    form: 'tienda',
    rightType: 'OPPOSITION',
    description: 'No quiero que usen mis compras para mandarme ofertas.',
    next: [
      { days: 3, do: 'assign' },
      {
        days: 41,
        do: 'respond',
        as: 'FULFILLED',
        notes: 'Su oposición quedó registrada. Pedimos disculpas por la demora.',
      },
      {
        days: 41,
        do: 'recipients',
        recipients: [
          { name: 'Palomar Mail', email: 'privacidad@palomar-mail.example' },
          { name: 'Fidelia Cloud', notes: 'Por su portal de clientes.' },
        ],
      },
    ],
  },
  {
    weeksAgo: 7,
    weekday: 1,
    who: 'Leonardo Pavez',
    form: 'tarjeta',
    rightType: 'RECTIFICATION',
    description: 'Mi estado de cuenta muestra una dirección en la que no vivo desde 2022.',
    more: { specificData: { campo: 'domicilio' } },
    next: [
      { days: 1, do: 'assign' },
      {
        days: 6,
        do: 'respond',
        as: 'FULFILLED',
        notes: 'Corregimos su domicilio en la tarjeta y en la tienda en línea.',
      },
      { days: 6, do: 'thirds', notes: 'Avisado a la empresa de cobranza.' },
    ],
  },
  {
    weeksAgo: 7,
    weekday: 3,
    who: 'Mauricio Venegas Tapia',
    form: 'tienda',
    rightType: 'ACCESS',
    description: 'Solicito los datos de mi ex pareja, que compró con mi tarjeta.',
    next: [
      { days: 1, do: 'verify', notes: 'Los datos pedidos son de otra persona y no acompaña poder.' },
      {
        days: 9,
        do: 'respond',
        as: 'REJECTED_LEGAL',
        notes: 'Puede pedir los datos propios.',
        denial: 'El derecho de acceso es personal: no alcanza los datos de un tercero (arts. 4 y 5).',
      },
    ],
  },
  {
    weeksAgo: 6,
    weekday: 2,
    who: 'Karina Troncoso',
    form: 'tienda',
    rightType: 'PORTABILITY',
    description: 'Quiero llevarme mi historial de compras.',
    more: { portabilityFormat: 'csv', portabilityDirectTransfer: false },
    next: [
      { days: 2, do: 'assign' },
      {
        days: 20,
        do: 'extend',
        reason: 'El historial anterior a 2021 está en un respaldo que debemos restaurar.',
      },
    ],
  },
  {
    key: 'rechazada',
    weeksAgo: 6,
    weekday: 4,
    who: 'Sergio Poblete Araya',
    form: 'tarjeta',
    rightType: 'DELETION',
    description: 'Borren mi deuda y mis datos.',
    next: [
      { days: 2, do: 'verify', notes: 'El RUT no corresponde al nombre; se pidió la cédula por correo.' },
      {
        days: 17,
        do: 'respond',
        as: 'REJECTED_IDENTITY',
        notes: 'Puede enviar una solicitud nueva con su cédula.',
        denial: 'No acreditó su identidad en el plazo que le dimos.',
      },
    ],
  },
  {
    key: 'atrasada',
    weeksAgo: 6,
    weekday: 5,
    who: 'Yerko Maturana',
    form: 'tienda',
    rightType: 'ACCESS',
    description: 'Quiero saber de dónde sacaron mi teléfono.',
    next: [{ days: 4, do: 'assign' }],
  },
  {
    weeksAgo: 5,
    weekday: 1,
    who: 'Olga Sandoval',
    form: 'tarjeta',
    rightType: 'AUTO_DECISION',
    description:
      'Me rechazaron la tarjeta al instante. Pido que una persona revise mi caso y me explique por qué.',
    next: [{ days: 1, do: 'verify', notes: 'Se pide a Riesgo el detalle del puntaje.' }],
  },
  {
    key: 'nombre',
    weeksAgo: 4,
    weekday: 2,
    who: 'Fabián Contreras',
    form: 'tienda',
    rightType: 'RECTIFICATION',
    description: 'Mi nombre está mal escrito en las boletas.',
    more: { subjectRut: rut(31_900_417) },
    next: [
      { days: 1, do: 'assign' },
      { days: 9, do: 'respond', as: 'FULFILLED', notes: 'Corregimos su nombre en la tienda en línea.' },
      { days: 9, do: 'thirds', notes: 'Avisado a Fidelia Cloud.' },
    ],
  },
  {
    main: 'nombre',
    weeksAgo: 4,
    weekday: 3,
    who: 'Fabián Contreras',
    form: 'tienda',
    rightType: 'BLOCKING',
    description: 'Mientras corrigen mi nombre, no usen mis datos.',
    more: { subjectRut: rut(31_900_417) },
    next: [
      { days: 0, do: 'assign' },
      {
        days: 2,
        do: 'respond',
        as: 'FULFILLED',
        notes: 'Sus datos están bloqueados hasta que termine la rectificación.',
      },
    ],
  },
  {
    weeksAgo: 4,
    weekday: 1,
    who: 'Nicanor Riquelme',
    form: 'tarjeta',
    rightType: 'BLOCKING',
    description: 'Bloqueen mi deuda.',
    next: [
      {
        days: 1,
        do: 'agency',
        ground:
          'La solicitud no indica qué dato objeta ni acompaña una rectificación, supresión u oposición.',
        notes: 'Enviado por el canal electrónico de la Agencia.',
      },
      {
        days: 1,
        do: 'respond',
        as: 'REJECTED_LEGAL',
        notes: 'Puede pedirlo de nuevo junto con una rectificación.',
        denial:
          'La solicitud no indica qué dato objeta ni acompaña una rectificación, supresión u oposición.',
      },
    ],
  },
  {
    key: 'flujo',
    weeksAgo: 3,
    weekday: 2,
    who: 'Patricio Gallardo',
    form: 'tienda',
    rightType: 'DELETION',
    description: 'Borren las grabaciones de mis llamadas.',
    next: [{ days: 1, do: 'assign' }],
  },
  {
    weeksAgo: 3,
    weekday: 4,
    who: 'Ximena Alfaro',
    form: 'tienda',
    rightType: 'OPPOSITION',
    description: 'No quiero que mi navegación alimente la publicidad.',
    next: [{ days: 2, do: 'assign' }],
  },
  {
    key: 'representada',
    weeksAgo: 2,
    weekday: 1,
    who: 'Eduvina Carrasco Neira',
    form: 'tienda',
    rightType: 'RECTIFICATION',
    description: 'Mi madre aparece como deudora de una compra que no hizo.',
    more: {
      isRepresentative: true,
      representativeName: 'Marcos Neira Carrasco',
      representativeRut: rut(33_777_120),
      representativeRelation: 'hijo, con poder notarial',
    },
    next: [{ days: 1, do: 'verify', notes: 'Se revisa el poder.' }],
  },
  {
    key: 'copia',
    weeksAgo: 1,
    weekday: 3,
    who: 'Trinidad Jara',
    form: 'tienda',
    rightType: 'ACCESS',
    description: '¿Qué datos tienen de mí y para qué los usan?',
    next: [],
  },
  {
    weeksAgo: 1,
    weekday: 5,
    who: 'Ulises Cáceres',
    form: 'tarjeta',
    rightType: 'PORTABILITY',
    description: 'Pido que envíen mis movimientos a mi banco.',
    more: {
      portabilityTarget: 'Banco del titular',
      portabilityFormat: 'json',
      portabilityDirectTransfer: true,
    },
    next: [],
  },
]
