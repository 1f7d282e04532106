/**
 * The purposes of well-known cookies, storage keys and hosts: facts published by their providers, in our own words. A name
 * that ends in `*` stands for every name with that beginning.
 */

export const CATEGORIES = ['necessary', 'preferences', 'analytics', 'marketing', 'media'] as const
export type Category = (typeof CATEGORIES)[number]

export interface Known {
  /** A name, or its beginning and `*`. For a host, the host with its subdomains. */
  pattern: string
  provider: string
  category: Category
  /** Null for a host, which stores nothing by itself. */
  duration: string | null
  description: string
}

type Line = readonly [pattern: string, duration: string, description: string, category?: Category]
type HostLine = readonly [host: string, description: string, category?: Category]

const of = (provider: string, category: Category, lines: readonly Line[]): Known[] =>
  lines.map(([pattern, duration, description, own]) => ({
    pattern,
    provider,
    category: own ?? category,
    duration,
    description,
  }))

const at = (provider: string, category: Category, lines: readonly HostLine[]): Known[] =>
  lines.map(([pattern, description, own]) => ({
    pattern,
    provider,
    category: own ?? category,
    duration: null,
    description,
  }))

export const COOKIES: readonly Known[] = [
  ...of('Resguardo', 'necessary', [
    ['resguardo_*', '182 días', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['resguardo', 'Hasta enviarse', 'Guarda una decisión mientras no llega al registro de consentimientos.'],
  ]),
  ...of('Google Analytics', 'analytics', [
    ['_ga', '2 años', 'Distingue a un visitante de otro.'],
    ['_ga_*', '2 años', 'Mantiene el estado de la visita en una propiedad de medición.'],
    ['_gid', '1 día', 'Distingue a un visitante de otro durante el día.'],
    ['_gat*', '1 minuto', 'Limita cuántas mediciones se envían.'],
    ['__utma', '2 años', 'Cuenta visitas y visitantes (versión antigua).'],
    ['__utmb', '30 minutos', 'Marca el comienzo y el fin de una visita (versión antigua).'],
    ['__utmc', 'Sesión', 'Marca una visita nueva (versión antigua).'],
    ['__utmt', '10 minutos', 'Limita cuántas mediciones se envían (versión antigua).'],
    ['__utmz', '6 meses', 'Recuerda desde dónde llegó el visitante (versión antigua).'],
    ['__utmv', '2 años', 'Guarda una variable que el sitio definió (versión antigua).'],
    ['_dc_gtm_*', '1 minuto', 'Limita las mediciones que envía el gestor de etiquetas.'],
    ['_gaexp', '90 días', 'Recuerda en qué experimento está el visitante.'],
    ['_opt_*', '90 días', 'Mantiene los experimentos con variantes de una página.'],
  ]),
  ...of('Google Ads', 'marketing', [
    ['_gcl_au', '90 días', 'Atribuye ventas a los anuncios en que se hizo clic.'],
    ['_gcl_aw', '90 días', 'Guarda el clic en un anuncio de búsqueda.'],
    ['_gcl_dc', '90 días', 'Guarda el clic en un anuncio de la red de Google.'],
    ['_gcl_gb', '90 días', 'Guarda el clic en un anuncio, para medir conversiones.'],
    ['_gcl_gs', '90 días', 'Guarda el clic en un anuncio, para medir conversiones.'],
    ['_gcl_ls', 'Permanente', 'Guarda en el navegador los clics en anuncios.'],
    ['_gac_*', '90 días', 'Une los datos de una campaña con la medición del sitio.'],
    ['IDE', '13 meses', 'Muestra publicidad según la navegación y mide su resultado.'],
    ['DSID', '2 semanas', 'Reconoce a la persona con sesión de Google en otros sitios.'],
    ['test_cookie', '15 minutos', 'Comprueba si el navegador acepta cookies.'],
    ['__gads', '13 meses', 'Mide y limita la publicidad que muestra el sitio.'],
    ['__gpi', '13 meses', 'Elige publicidad según visitas anteriores.'],
    ['__gsas', '3 meses', 'Mantiene la publicidad en los resultados de búsqueda del sitio.'],
    ['FPLC', '20 horas', 'Une visitas de varios dominios en la medición desde el servidor.', 'analytics'],
    ['FPID', '2 años', 'Distingue visitantes en la medición desde el servidor.', 'analytics'],
    ['FPAU', '90 días', 'Atribuye ventas a la publicidad, desde el servidor.'],
  ]),
  ...of('Google', 'media', [
    ['NID', '6 meses', 'Recuerda preferencias y muestra publicidad en servicios de Google.', 'marketing'],
    ['AEC', '6 meses', 'Comprueba que las peticiones a Google vienen de la persona.'],
    ['SOCS', '13 meses', 'Recuerda lo que la persona eligió sobre cookies de Google.'],
    ['CONSENT', '2 años', 'Recuerda lo que la persona eligió sobre cookies de Google.'],
    ['1P_JAR', '30 días', 'Mide y ajusta la publicidad de Google.', 'marketing'],
    ['ANID', '13 meses', 'Muestra publicidad de Google en otros sitios.', 'marketing'],
    ['_GRECAPTCHA', '6 meses', 'Distingue personas de programas automáticos.', 'necessary'],
    ['rc::*', 'Permanente', 'Distingue personas de programas automáticos.', 'necessary'],
    ['G_ENABLED_IDPS', 'Permanente', 'Permite entrar con una cuenta de Google.', 'preferences'],
  ]),
  ...of('YouTube', 'media', [
    ['VISITOR_INFO1_LIVE', '6 meses', 'Elige la calidad del video y mide su uso.'],
    ['VISITOR_PRIVACY_METADATA', '6 meses', 'Recuerda las opciones de privacidad del reproductor.'],
    ['YSC', 'Sesión', 'Cuenta las reproducciones de videos insertados.'],
    ['yt-remote-*', 'Permanente', 'Recuerda cómo se usa el reproductor.'],
    ['yt.innertube::*', 'Permanente', 'Cuenta qué videos se vieron.'],
    ['__Secure-ROLLOUT_TOKEN', '6 meses', 'Reparte funciones nuevas del reproductor.'],
    ['__Secure-YEC', '13 meses', 'Recuerda preferencias del reproductor.'],
  ]),
  ...of('Meta (Facebook e Instagram)', 'marketing', [
    ['_fbp', '90 días', 'Identifica el navegador para medir y dirigir publicidad.'],
    ['_fbc', '90 días', 'Guarda el clic en un anuncio de Facebook o Instagram.'],
    ['fr', '90 días', 'Muestra publicidad y mide su resultado.'],
    ['datr', '13 meses', 'Identifica el navegador, también por seguridad.'],
    ['sb', '13 meses', 'Guarda datos del navegador para la sesión de Facebook.'],
    ['lastExternalReferrer*', 'Permanente', 'Recuerda desde qué sitio se llegó.'],
    ['fblo_*', '1 año', 'Mantiene fuera a quien salió de su cuenta de Facebook.', 'preferences'],
    ['ig_did', '13 meses', 'Identifica el navegador en contenido de Instagram.', 'media'],
  ]),
  ...of('Hotjar', 'analytics', [
    ['_hjSessionUser_*', '1 año', 'Reconoce al visitante en visitas siguientes.'],
    ['_hjSession_*', '30 minutos', 'Mantiene los datos de la visita que se graba.'],
    ['_hjIncludedInSessionSample*', '2 minutos', 'Dice si la visita entra en la muestra.'],
    ['_hjAbsoluteSessionInProgress', '30 minutos', 'Detecta la primera página de una visita.'],
    ['_hjFirstSeen', '30 minutos', 'Marca la primera visita.'],
    ['_hjTLDTest', 'Sesión', 'Busca el dominio más amplio para sus cookies.'],
    ['_hjHasCachedUserAttributes', 'Sesión', 'Dice si hay datos del visitante guardados.'],
    ['_hjUserAttributesHash', '2 minutos', 'Detecta cambios en los datos del visitante.'],
    ['_hj*', '1 año o menos', 'Graba y mide el uso de las páginas.'],
    ['hjActiveViewportIds', 'Permanente', 'Recuerda las ventanas abiertas de la visita.'],
    ['hjViewportId', 'Sesión', 'Recuerda el tamaño de la ventana.'],
  ]),
  ...of('Microsoft Clarity', 'analytics', [
    ['_clck', '1 año', 'Reconoce al visitante en visitas siguientes.'],
    ['_clsk', '1 día', 'Une las páginas de una visita en una grabación.'],
    ['CLID', '1 año', 'Marca la primera vez que se vio a la persona.'],
    ['_cltk', 'Sesión', 'Une las mediciones de una visita.'],
    ['ANONCHK', '10 minutos', 'Dice si los datos pueden usarse para publicidad.', 'marketing'],
    ['SM', 'Sesión', 'Sincroniza el identificador entre servicios de Microsoft.', 'marketing'],
  ]),
  ...of('Microsoft Advertising', 'marketing', [
    ['MUID', '13 meses', 'Identifica el navegador en servicios de Microsoft.'],
    ['_uetsid', '1 día', 'Une la visita con la publicidad de Bing.'],
    ['_uetvid', '13 meses', 'Reconoce al visitante para la publicidad de Bing.'],
    ['_uetmsclkid', '90 días', 'Guarda el clic en un anuncio de Bing.'],
    ['MR', '7 días', 'Renueva el identificador de Microsoft.'],
    ['SRM_B', '13 meses', 'Identifica el navegador para la publicidad de Bing.'],
  ]),
  ...of('LinkedIn', 'marketing', [
    ['bcookie', '1 año', 'Identifica el navegador y detecta abusos.'],
    ['bscookie', '1 año', 'Recuerda que la cuenta pasó una verificación.'],
    ['li_gc', '6 meses', 'Recuerda lo que la persona eligió sobre cookies de LinkedIn.'],
    ['li_sugr', '3 meses', 'Estima quién es el visitante para dirigir publicidad.'],
    ['lidc', '1 día', 'Elige el centro de datos de LinkedIn que responde.'],
    ['UserMatchHistory', '30 días', 'Une a la persona con la publicidad de LinkedIn.'],
    ['AnalyticsSyncHistory', '30 días', 'Recuerda cuándo se unieron los datos con la medición.'],
    ['ln_or', '1 día', 'Dice si la medición de LinkedIn puede funcionar.'],
    ['li_fat_id', '30 días', 'Mide conversiones de la publicidad de LinkedIn.'],
    ['li_adsId', 'Permanente', 'Identifica el navegador para la publicidad de LinkedIn.'],
  ]),
  ...of('TikTok', 'marketing', [
    ['_ttp', '13 meses', 'Identifica el navegador para medir y dirigir publicidad.'],
    ['_tt_enable_cookie', '13 meses', 'Dice si el píxel puede usar cookies.'],
    ['ttcsid*', '3 meses', 'Une la visita con la publicidad de TikTok.'],
    ['ttwid', '1 año', 'Identifica el navegador en contenido de TikTok.', 'media'],
    ['tt_appInfo', 'Sesión', 'Guarda el estado del píxel.'],
    ['tt_sessionId', 'Sesión', 'Une las mediciones de una visita.'],
  ]),
  ...of('X (Twitter)', 'marketing', [
    ['guest_id*', '2 años', 'Identifica el navegador en contenido y publicidad.'],
    ['personalization_id', '2 años', 'Dirige publicidad según la navegación.'],
    ['muc_ads', '2 años', 'Mide y dirige publicidad.'],
    ['twclid', '30 días', 'Guarda el clic en un anuncio.'],
    ['_twpid', '90 días', 'Une la visita con la publicidad.'],
  ]),
  ...of('Pinterest', 'marketing', [
    ['_pin_unauth', '1 año', 'Identifica a quien no tiene sesión, para publicidad.'],
    ['_pinterest_ct_ua', '1 año', 'Mide conversiones de la publicidad.'],
    ['_derived_epik', '1 año', 'Une la visita con un anuncio.'],
  ]),
  ...of('Snapchat', 'marketing', [
    ['_scid*', '13 meses', 'Identifica el navegador para publicidad.'],
    ['sc_at', '1 año', 'Mide el resultado de la publicidad.'],
  ]),
  ...of('Criteo', 'marketing', [
    ['cto_bundle', '13 meses', 'Muestra publicidad de productos vistos.'],
    ['cto_bidid', '13 meses', 'Identifica el navegador al subastar anuncios.'],
    ['criteo_*', '13 meses', 'Muestra publicidad de productos vistos.'],
  ]),
  ...of('Taboola', 'marketing', [
    ['t_gid', '1 año', 'Identifica el navegador para recomendar contenido pagado.'],
    ['t_pt_gid', '1 año', 'Identifica el navegador para recomendar contenido pagado.'],
    ['taboola_*', 'Sesión', 'Mantiene las recomendaciones de contenido pagado.'],
    ['_tb_*', 'Sesión', 'Mide el contenido pagado.'],
  ]),
  ...of('Outbrain', 'marketing', [
    ['obuid', '90 días', 'Identifica el navegador para recomendar contenido.'],
  ]),
  ...of('AdRoll', 'marketing', [
    ['__adroll*', '13 meses', 'Muestra publicidad a quien ya visitó el sitio.'],
    ['__ar_v4', '1 año', 'Mide conversiones de la publicidad.'],
  ]),
  ...of('HubSpot', 'marketing', [
    ['hubspotutk', '6 meses', 'Reconoce al visitante y lo une con sus formularios.'],
    ['__hstc', '6 meses', 'Cuenta visitas y visitantes.', 'analytics'],
    ['__hssc', '30 minutos', 'Cuenta las páginas de una visita.', 'analytics'],
    ['__hssrc', 'Sesión', 'Detecta si el navegador se reinició.', 'analytics'],
    ['__hs_opt_out', '6 meses', 'Recuerda si la persona rechazó cookies.', 'necessary'],
    ['__hs_initial_opt_in', '7 días', 'Evita mostrar siempre el aviso.', 'necessary'],
    ['messagesUtk', '6 meses', 'Reconoce a quien usa el chat.', 'preferences'],
  ]),
  ...of('Mailchimp', 'marketing', [
    ['_mcid', '1 año', 'Reconoce a quien llega desde un correo.'],
    ['_mcga', '2 años', 'Mide las visitas desde correos.'],
  ]),
  ...of('Klaviyo', 'marketing', [['__kla_id', '2 años', 'Une la visita con el correo de la persona.']]),
  ...of('ActiveCampaign', 'marketing', [['prism_*', '1 mes', 'Sigue a los contactos en el sitio.']]),
  ...of('RD Station', 'marketing', [
    ['rdtrk', '10 años', 'Reconoce al visitante y lo une con sus formularios.'],
    ['__trf.src', '2 años', 'Recuerda desde dónde llegó el visitante.'],
  ]),
  ...of('Salesforce', 'marketing', [
    ['visitor_id*', '1 año', 'Reconoce al visitante y lo une con sus formularios.'],
    ['pi_opt_in*', '1 año', 'Recuerda si aceptó el seguimiento.'],
  ]),
  ...of('Segment', 'analytics', [
    ['ajs_user_id', '1 año', 'Une la medición con la cuenta de la persona.'],
    ['ajs_anonymous_id', '1 año', 'Distingue a un visitante de otro.'],
    ['ajs_group_id', '1 año', 'Une la medición con la empresa de la persona.'],
    ['ajs_*', '1 año', 'Reúne mediciones para otros servicios.'],
  ]),
  ...of('Mixpanel', 'analytics', [['mp_*', '1 año', 'Mide lo que cada visitante hace.']]),
  ...of('Amplitude', 'analytics', [
    ['amplitude_*', '10 años', 'Mide lo que cada visitante hace.'],
    ['AMP_*', '1 año', 'Mide lo que cada visitante hace.'],
  ]),
  ...of('Matomo', 'analytics', [
    ['_pk_id*', '13 meses', 'Distingue a un visitante de otro.'],
    ['_pk_ses*', '30 minutos', 'Une las páginas de una visita.'],
    ['_pk_ref*', '6 meses', 'Recuerda desde dónde llegó el visitante.'],
    ['_pk_testcookie*', 'Sesión', 'Comprueba si el navegador acepta cookies.'],
    ['mtm_consent*', '30 años', 'Recuerda si aceptó la medición.', 'necessary'],
  ]),
  ...of('New Relic', 'analytics', [
    ['NRBA_*', 'Permanente', 'Mide la velocidad de las páginas y sus fallas.'],
  ]),
  ...of('FullStory', 'analytics', [['fs_uid', '1 año', 'Graba el uso de las páginas.']]),
  ...of('Mouseflow', 'analytics', [['mf_*', '90 días', 'Graba el uso de las páginas.']]),
  ...of('Crazy Egg', 'analytics', [['_ce.*', '1 año', 'Muestra dónde se hace clic.']]),
  ...of('VWO', 'analytics', [['_vwo*', '1 año', 'Mantiene experimentos con variantes de una página.']]),
  ...of('Optimizely', 'analytics', [
    ['optimizely*', '6 meses', 'Mantiene experimentos con variantes de una página.'],
  ]),
  ...of('Adobe Analytics', 'analytics', [
    ['AMCV_*', '2 años', 'Identifica al visitante entre servicios de Adobe.'],
    ['AMCVS_*', 'Sesión', 'Marca que la visita comenzó.'],
    ['s_cc', 'Sesión', 'Comprueba si el navegador acepta cookies.'],
    ['s_sq', 'Sesión', 'Guarda el último enlace en que se hizo clic.'],
    ['s_vi', '2 años', 'Distingue a un visitante de otro.'],
    ['demdex', '6 meses', 'Une identificadores para dirigir publicidad.', 'marketing'],
  ]),
  ...of('Yandex Metrica', 'analytics', [['_ym_*', '1 año', 'Distingue visitantes y graba visitas.']]),
  ...of('Cloudflare', 'necessary', [
    ['__cf_bm', '30 minutos', 'Distingue personas de programas automáticos.'],
    ['cf_clearance', '1 año', 'Recuerda que se pasó una comprobación de seguridad.'],
    ['__cflb', '1 día', 'Lleva las peticiones al mismo servidor.'],
    ['_cfuvid', 'Sesión', 'Limita peticiones por visitante.'],
    ['__cfruid', 'Sesión', 'Limita peticiones por visitante.'],
    ['cf_chl_*', '1 hora', 'Lleva una comprobación de seguridad.'],
  ]),
  ...of('Amazon Web Services', 'necessary', [
    ['AWSALB*', '7 días', 'Lleva las peticiones al mismo servidor.'],
    ['AWSELB*', 'Sesión', 'Lleva las peticiones al mismo servidor.'],
    ['aws-waf-token', '4 días', 'Recuerda que se pasó una comprobación de seguridad.'],
  ]),
  ...of('Microsoft Azure', 'necessary', [
    ['ARRAffinity*', 'Sesión', 'Lleva las peticiones al mismo servidor.'],
    ['TiPMix', '1 hora', 'Reparte visitas entre versiones del sitio.'],
    ['ai_user', '1 año', 'Distingue visitantes al medir fallas.', 'analytics'],
    ['ai_session', '30 minutos', 'Une las páginas de una visita al medir fallas.', 'analytics'],
  ]),
  ...of('Akamai', 'necessary', [
    ['_abck', '1 año', 'Distingue personas de programas automáticos.'],
    ['ak_bmsc', '2 horas', 'Distingue personas de programas automáticos.'],
    ['bm_*', '1 día', 'Distingue personas de programas automáticos.'],
  ]),
  ...of('Imperva', 'necessary', [
    ['visid_incap_*', '1 año', 'Une visitas para proteger el sitio.'],
    ['incap_ses_*', 'Sesión', 'Une las peticiones de una visita para proteger el sitio.'],
    ['nlbi_*', 'Sesión', 'Lleva las peticiones al mismo servidor.'],
  ]),
  ...of('DataDome', 'necessary', [['datadome', '1 año', 'Distingue personas de programas automáticos.']]),
  ...of('hCaptcha', 'necessary', [
    ['hc_accessibility', '1 mes', 'Permite pasar la comprobación sin imágenes.'],
  ]),
  ...of('Sitio propio', 'necessary', [
    ['PHPSESSID', 'Sesión', 'Mantiene la sesión en un sitio hecho con PHP.'],
    ['JSESSIONID', 'Sesión', 'Mantiene la sesión en un sitio hecho con Java.'],
    ['ASP.NET_SessionId', 'Sesión', 'Mantiene la sesión en un sitio hecho con ASP.NET.'],
    ['ASPSESSIONID*', 'Sesión', 'Mantiene la sesión en un sitio hecho con ASP.'],
    ['.AspNetCore.*', 'Sesión', 'Mantiene la sesión y los formularios en ASP.NET Core.'],
    ['__RequestVerificationToken*', 'Sesión', 'Protege formularios contra envíos ajenos.'],
    ['connect.sid', 'Sesión', 'Mantiene la sesión en un sitio hecho con Node.'],
    ['laravel_session', '2 horas', 'Mantiene la sesión en un sitio hecho con Laravel.'],
    ['XSRF-TOKEN', '2 horas', 'Protege formularios contra envíos ajenos.'],
    ['csrftoken', '1 año', 'Protege formularios contra envíos ajenos.'],
    ['sessionid', '2 semanas', 'Mantiene la sesión en un sitio hecho con Django.'],
    ['_csrf', 'Sesión', 'Protege formularios contra envíos ajenos.'],
    ['next-auth.*', '30 días', 'Mantiene la sesión de la persona.'],
    ['__Host-next-auth.*', 'Sesión', 'Protege la entrada de la persona.'],
    ['CookieConsent', '1 año', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['OptanonConsent', '1 año', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['OptanonAlertBoxClosed', '1 año', 'Recuerda que el aviso se cerró.'],
    ['cookieyes-consent', '1 año', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['cookielawinfo-*', '1 año', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['cmplz_*', '1 año', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['euconsent-v2', '13 meses', 'Recuerda lo que la persona decidió sobre las cookies.'],
  ]),
  ...of('WordPress', 'necessary', [
    ['wordpress_test_cookie', 'Sesión', 'Comprueba si el navegador acepta cookies.'],
    ['wordpress_logged_in_*', 'Sesión', 'Mantiene la sesión de quien entró.'],
    ['wordpress_sec_*', 'Sesión', 'Protege la sesión de quien administra.'],
    ['wp-settings-*', '1 año', 'Recuerda cómo se ve el panel de quien administra.', 'preferences'],
    ['comment_author_*', '1 año', 'Recuerda los datos de quien comenta.', 'preferences'],
    ['pll_language', '1 año', 'Recuerda el idioma elegido.', 'preferences'],
    ['wp-wpml_current_language', '1 día', 'Recuerda el idioma elegido.', 'preferences'],
    ['wfwaf-authcookie-*', '12 horas', 'Reconoce a quien administra en el cortafuegos.'],
  ]),
  ...of('WooCommerce', 'necessary', [
    ['woocommerce_cart_hash', 'Sesión', 'Detecta cambios en el carro.'],
    ['woocommerce_items_in_cart', 'Sesión', 'Dice si hay productos en el carro.'],
    ['wp_woocommerce_session_*', '2 días', 'Une al comprador con su carro.'],
    ['woocommerce_recently_viewed', 'Sesión', 'Muestra productos vistos hace poco.', 'preferences'],
    ['wc_cart_hash_*', 'Permanente', 'Guarda el carro en el navegador.'],
    ['wc_fragments_*', 'Sesión', 'Guarda el carro en el navegador.'],
    ['sbjs_*', '6 meses', 'Recuerda desde dónde llegó quien compra.', 'marketing'],
  ]),
  ...of('Shopify', 'necessary', [
    ['_shopify_essential', '1 año', 'Mantiene la sesión, el carro y el pago.'],
    ['_shopify_y', '1 año', 'Distingue a un visitante de otro.', 'analytics'],
    ['_shopify_s', '30 minutos', 'Une las páginas de una visita.', 'analytics'],
    ['_shopify_sa_*', '30 minutos', 'Mide campañas.', 'marketing'],
    ['_y', '1 año', 'Distingue a un visitante de otro.', 'analytics'],
    ['_s', '30 minutos', 'Une las páginas de una visita.', 'analytics'],
    ['cart_sig', '2 semanas', 'Protege el carro contra cambios.'],
    ['cart_ts', '2 semanas', 'Permite pagar.'],
    ['cart_currency', '2 semanas', 'Recuerda la moneda del carro.'],
    ['localization', '1 año', 'Recuerda el país de la tienda.', 'preferences'],
    ['secure_customer_sig', '1 año', 'Mantiene la sesión del cliente.'],
    ['keep_alive', '30 minutos', 'Mantiene la visita al cambiar de región.'],
    ['_tracking_consent', '1 año', 'Recuerda lo que la persona decidió sobre las cookies.'],
    ['_landing_page', '2 semanas', 'Recuerda la primera página de la visita.', 'analytics'],
    ['_orig_referrer', '2 semanas', 'Recuerda desde dónde llegó el visitante.', 'analytics'],
  ]),
  ...of('VTEX', 'necessary', [
    ['checkout.vtex.com', '6 meses', 'Une al comprador con su carro.'],
    ['VtexFingerPrint', '1 año', 'Distingue compradores al pagar.'],
    ['vtex_session', '1 día', 'Mantiene la sesión de compra.'],
    ['vtex_segment', '1 día', 'Muestra precios y productos según la región.', 'preferences'],
    ['VtexRCMacIdv7', '1 año', 'Mide lo que el visitante mira en la tienda.', 'analytics'],
    ['VtexRCSessionIdv7', 'Sesión', 'Une las páginas de una visita.', 'analytics'],
    ['VtexWorkspace', 'Sesión', 'Elige la versión de la tienda.'],
    ['VtexIdclientAutCookie*', '1 día', 'Mantiene la sesión del cliente.'],
    ['CheckoutOrderFormOwnership', '6 meses', 'Prueba de quién es el carro.'],
    ['CheckoutDataAccess', 'Sesión', 'Permite ver los datos de la compra.'],
    ['biggy-*', '1 año', 'Hace funcionar el buscador de la tienda.', 'preferences'],
  ]),
  ...of('Jumpseller', 'necessary', [
    ['_jumpseller_session', 'Sesión', 'Mantiene la sesión y el carro de la tienda.'],
    ['jumpseller_*', '1 año', 'Mantiene la tienda y su carro.'],
    ['_store_session', '2 semanas', 'Mantiene la sesión y el carro de la tienda.'],
  ]),
  ...of('PrestaShop', 'necessary', [['PrestaShop-*', '20 días', 'Mantiene la sesión y el carro.']]),
  ...of('Magento (Adobe Commerce)', 'necessary', [
    ['mage-cache-*', 'Sesión', 'Guarda partes de la página de cada comprador.'],
    ['mage-messages', 'Sesión', 'Muestra mensajes al comprador.'],
    ['form_key', '1 hora', 'Protege formularios contra envíos ajenos.'],
    ['private_content_version', '1 año', 'Renueva el contenido propio de cada comprador.'],
    ['section_data_ids', 'Sesión', 'Guarda carro y lista de deseos.'],
    ['recently_viewed_product*', 'Sesión', 'Muestra productos vistos hace poco.', 'preferences'],
  ]),
  ...of('Wix', 'necessary', [
    ['svSession', '2 años', 'Reconoce al visitante del sitio.'],
    ['bSession', '30 minutos', 'Mide el funcionamiento de la plataforma.', 'analytics'],
    ['ssr-caching', '1 minuto', 'Dice de dónde se sirvió la página.'],
  ]),
  ...of('Squarespace', 'necessary', [
    ['crumb', 'Sesión', 'Protege formularios contra envíos ajenos.'],
    ['ss_cvr', '2 años', 'Distingue a un visitante de otro.', 'analytics'],
    ['ss_cvt', '30 minutos', 'Une las páginas de una visita.', 'analytics'],
  ]),
  ...of('Mercado Libre y Mercado Pago', 'necessary', [
    ['_d2id', '20 años', 'Identifica el dispositivo para prevenir fraudes.'],
    ['_mldataSessionId', 'Sesión', 'Une las peticiones de una visita.'],
    ['_csrf_ml', 'Sesión', 'Protege formularios contra envíos ajenos.'],
    ['ftid', '1 año', 'Reconoce a quien entra con su cuenta.', 'preferences'],
    ['orguseridp', '10 años', 'Reconoce a quien entra con su cuenta.', 'preferences'],
    ['edsid', '1 año', 'Previene fraudes al pagar.'],
    ['_hjc*', '1 año', 'Mide el uso del pago.', 'analytics'],
  ]),
  ...of('Transbank', 'necessary', [
    ['webpay*', 'Sesión', 'Permite pagar con Webpay.'],
    ['tbk_*', 'Sesión', 'Permite pagar con Transbank.'],
  ]),
  ...of('Flow', 'necessary', [['flow_*', 'Sesión', 'Permite pagar con Flow.']]),
  ...of('Khipu', 'necessary', [['khipu_*', 'Sesión', 'Permite pagar con Khipu.']]),
  ...of('Stripe', 'necessary', [
    ['__stripe_mid', '1 año', 'Previene fraudes al pagar.'],
    ['__stripe_sid', '30 minutos', 'Previene fraudes al pagar.'],
  ]),
  ...of('PayPal', 'necessary', [
    ['ts_c', '3 años', 'Previene fraudes al pagar.'],
    ['x-pp-s', 'Sesión', 'Permite pagar con PayPal.'],
    ['enforce_policy', '1 año', 'Aplica las reglas del país al pagar.'],
    ['tsrce', '3 días', 'Permite pagar con PayPal.'],
  ]),
  ...of('Zendesk', 'preferences', [
    ['__zlcmid', '1 año', 'Reconoce a quien usa el chat.'],
    ['__zlcprivacy', '1 año', 'Recuerda lo que eligió quien usa el chat.'],
    ['ZD-*', 'Permanente', 'Hace funcionar el chat de ayuda.'],
    ['_zendesk_*', 'Sesión', 'Mantiene la sesión en el centro de ayuda.'],
  ]),
  ...of('Intercom', 'preferences', [
    ['intercom-id-*', '9 meses', 'Reconoce a quien usa el chat.'],
    ['intercom-session-*', '1 semana', 'Muestra a la persona sus conversaciones.'],
    ['intercom-device-id-*', '9 meses', 'Reconoce el dispositivo de quien usa el chat.'],
    ['intercom.*', 'Permanente', 'Hace funcionar el chat.'],
  ]),
  ...of('Tawk.to', 'preferences', [
    ['twk_*', '6 meses', 'Reconoce a quien usa el chat.'],
    ['tawk_*', '6 meses', 'Reconoce a quien usa el chat.'],
    ['TawkConnectionTime', 'Sesión', 'Mantiene la conexión del chat.'],
  ]),
  ...of('Crisp', 'preferences', [['crisp-client*', '6 meses', 'Reconoce a quien usa el chat.']]),
  ...of('Drift', 'preferences', [
    ['driftt_aid', '2 años', 'Reconoce a quien usa el chat.'],
    ['drift_*', '2 años', 'Reconoce a quien usa el chat.'],
  ]),
  ...of('LiveChat', 'preferences', [
    ['__lc_cid', '2 años', 'Reconoce a quien usa el chat.'],
    ['__lc_cst', '2 años', 'Hace funcionar el chat.'],
  ]),
  ...of('Freshworks', 'preferences', [['_fw_crm_v', '1 año', 'Reconoce a quien usa el chat.']]),
  ...of('Vimeo', 'media', [
    ['vuid', '2 años', 'Mide el uso de videos insertados.'],
    ['sync_active', 'Permanente', 'Recuerda preferencias del reproductor.'],
  ]),
  ...of('Spotify', 'media', [
    ['sp_t', '1 año', 'Mide el uso del reproductor insertado.'],
    ['sp_landing', '1 día', 'Mide el uso del reproductor insertado.'],
  ]),
  ...of('SoundCloud', 'media', [['sc_anonymous_id', '10 años', 'Mide el uso del reproductor insertado.']]),
  ...of('Hotmart', 'marketing', [
    ['hotid', '10 años', 'Identifica al visitante para atribuir la venta a un afiliado.'],
    ['hotmart_*', '1 año', 'Atribuye la venta a un afiliado.'],
    ['_hmt*', '2 años', 'Permite pagar y atribuye la venta.'],
    ['bfs*', '6 meses', 'Atribuye la venta a un afiliado.'],
  ]),
  ...of('AddThis', 'marketing', [['__atuv*', '13 meses', 'Cuenta lo que se comparte y sigue al visitante.']]),
  ...of('ShareThis', 'marketing', [['__stid', '1 año', 'Cuenta lo que se comparte y sigue al visitante.']]),
  ...of('Quantcast', 'marketing', [['__qca', '13 meses', 'Mide audiencias para dirigir publicidad.']]),
  ...of('Xandr (Microsoft)', 'marketing', [
    ['uuid2', '90 días', 'Identifica el navegador al subastar anuncios.'],
    ['anj', '90 días', 'Une identificadores para dirigir publicidad.'],
  ]),
  ...of('Sentry', 'analytics', [['sentry*', 'Sesión', 'Une las fallas del sitio con una visita.']]),
  ...of('OneSignal', 'marketing', [
    ['onesignal-*', 'Permanente', 'Envía notificaciones al navegador.'],
    ['ONE_SIGNAL_*', 'Sesión', 'Envía notificaciones al navegador.'],
  ]),
]

export const HOSTS: readonly Known[] = [
  ...at('Google Analytics', 'analytics', [
    ['google-analytics.com', 'Recibe la medición del sitio.'],
    ['analytics.google.com', 'Recibe la medición del sitio.'],
    ['googletagmanager.com', 'Carga las etiquetas de medición y publicidad del sitio.'],
  ]),
  ...at('Google Ads', 'marketing', [
    ['doubleclick.net', 'Muestra y mide publicidad.'],
    ['googlesyndication.com', 'Muestra publicidad.'],
    ['googleadservices.com', 'Mide conversiones de la publicidad.'],
    ['adservice.google.com', 'Elige publicidad.'],
  ]),
  ...at('Google', 'media', [
    ['maps.googleapis.com', 'Muestra mapas.'],
    ['maps.gstatic.com', 'Muestra mapas.'],
    ['fonts.googleapis.com', 'Entrega tipografías y recibe la dirección IP del visitante.'],
    ['fonts.gstatic.com', 'Entrega tipografías y recibe la dirección IP del visitante.'],
    ['recaptcha.net', 'Distingue personas de programas automáticos.', 'necessary'],
    ['ajax.googleapis.com', 'Entrega bibliotecas de programas.', 'necessary'],
    ['accounts.google.com', 'Permite entrar con una cuenta de Google.', 'preferences'],
  ]),
  ...at('YouTube', 'media', [
    ['youtube.com', 'Muestra videos.'],
    ['youtube-nocookie.com', 'Muestra videos en su modo de privacidad.'],
    ['ytimg.com', 'Entrega imágenes de videos.'],
  ]),
  ...at('Meta (Facebook e Instagram)', 'marketing', [
    ['facebook.net', 'Carga el píxel de Facebook.'],
    ['facebook.com', 'Recibe la medición de la publicidad o muestra contenido.'],
    ['instagram.com', 'Muestra contenido de Instagram.', 'media'],
    ['cdninstagram.com', 'Entrega imágenes de Instagram.', 'media'],
  ]),
  ...at('Hotjar', 'analytics', [
    ['hotjar.com', 'Graba y mide el uso de las páginas.'],
    ['hotjar.io', 'Graba y mide el uso de las páginas.'],
  ]),
  ...at('Microsoft Clarity', 'analytics', [['clarity.ms', 'Graba y mide el uso de las páginas.']]),
  ...at('Microsoft Advertising', 'marketing', [
    ['bat.bing.com', 'Mide conversiones de la publicidad de Bing.'],
  ]),
  ...at('LinkedIn', 'marketing', [
    ['snap.licdn.com', 'Carga la medición de la publicidad de LinkedIn.'],
    ['ads.linkedin.com', 'Mide conversiones de la publicidad de LinkedIn.'],
    ['linkedin.com', 'Recibe la medición o muestra contenido de LinkedIn.'],
  ]),
  ...at('TikTok', 'marketing', [
    ['analytics.tiktok.com', 'Mide conversiones de la publicidad de TikTok.'],
    ['tiktok.com', 'Muestra videos de TikTok.', 'media'],
  ]),
  ...at('X (Twitter)', 'marketing', [
    ['ads-twitter.com', 'Mide conversiones de la publicidad.'],
    ['analytics.twitter.com', 'Mide conversiones de la publicidad.'],
    ['platform.twitter.com', 'Muestra publicaciones.', 'media'],
  ]),
  ...at('Pinterest', 'marketing', [
    ['ct.pinterest.com', 'Mide conversiones de la publicidad.'],
    ['pinimg.com', 'Carga la medición de Pinterest.'],
  ]),
  ...at('Snapchat', 'marketing', [['sc-static.net', 'Carga la medición de Snapchat.']]),
  ...at('Criteo', 'marketing', [
    ['criteo.com', 'Muestra publicidad de productos vistos.'],
    ['criteo.net', 'Muestra publicidad de productos vistos.'],
  ]),
  ...at('Taboola', 'marketing', [['taboola.com', 'Recomienda contenido pagado.']]),
  ...at('Outbrain', 'marketing', [['outbrain.com', 'Recomienda contenido pagado.']]),
  ...at('AdRoll', 'marketing', [['adroll.com', 'Muestra publicidad a quien ya visitó el sitio.']]),
  ...at('HubSpot', 'marketing', [
    ['hs-scripts.com', 'Carga la medición y los formularios de HubSpot.'],
    ['hs-analytics.net', 'Mide visitas.', 'analytics'],
    ['hsforms.net', 'Muestra formularios.', 'preferences'],
    ['hubspot.com', 'Recibe la medición y los formularios.'],
  ]),
  ...at('Klaviyo', 'marketing', [['klaviyo.com', 'Une la visita con el correo de la persona.']]),
  ...at('RD Station', 'marketing', [
    ['d335luupugsy2.cloudfront.net', 'Carga la medición y los formularios.'],
  ]),
  ...at('Segment', 'analytics', [
    ['segment.com', 'Reúne mediciones para otros servicios.'],
    ['segment.io', 'Reúne mediciones para otros servicios.'],
  ]),
  ...at('Mixpanel', 'analytics', [['mixpanel.com', 'Mide lo que cada visitante hace.']]),
  ...at('Amplitude', 'analytics', [['amplitude.com', 'Mide lo que cada visitante hace.']]),
  ...at('Matomo', 'analytics', [['matomo.cloud', 'Recibe la medición del sitio.']]),
  ...at('New Relic', 'analytics', [
    ['nr-data.net', 'Mide la velocidad de las páginas y sus fallas.'],
    ['newrelic.com', 'Mide la velocidad de las páginas y sus fallas.'],
  ]),
  ...at('FullStory', 'analytics', [['fullstory.com', 'Graba el uso de las páginas.']]),
  ...at('Mouseflow', 'analytics', [['mouseflow.com', 'Graba el uso de las páginas.']]),
  ...at('Adobe', 'analytics', [
    ['demdex.net', 'Une identificadores para dirigir publicidad.', 'marketing'],
    ['omtrdc.net', 'Recibe la medición del sitio.'],
    ['typekit.net', 'Entrega tipografías.', 'media'],
  ]),
  ...at('Cloudflare', 'necessary', [
    ['cdnjs.cloudflare.com', 'Entrega bibliotecas de programas.'],
    ['challenges.cloudflare.com', 'Distingue personas de programas automáticos.'],
    ['cloudflareinsights.com', 'Mide visitas y velocidad, sin cookies.', 'analytics'],
  ]),
  ...at('jsDelivr', 'necessary', [['jsdelivr.net', 'Entrega bibliotecas de programas.']]),
  ...at('unpkg', 'necessary', [['unpkg.com', 'Entrega bibliotecas de programas.']]),
  ...at('Shopify', 'necessary', [
    ['cdn.shopify.com', 'Entrega la tienda.'],
    ['shopifysvc.com', 'Mide visitas a la tienda.', 'analytics'],
  ]),
  ...at('VTEX', 'necessary', [
    ['vteximg.com.br', 'Entrega imágenes de la tienda.'],
    ['vtexassets.com', 'Entrega la tienda.'],
    ['vtex.com.br', 'Mide lo que el visitante mira en la tienda.', 'analytics'],
  ]),
  ...at('Jumpseller', 'necessary', [['jumpseller.com', 'Entrega la tienda.']]),
  ...at('Mercado Libre y Mercado Pago', 'necessary', [
    ['mercadopago.com', 'Permite pagar y previene fraudes.'],
    ['mercadolibre.com', 'Permite pagar y previene fraudes.'],
    ['mlstatic.com', 'Entrega el formulario de pago.'],
  ]),
  ...at('Transbank', 'necessary', [['transbank.cl', 'Permite pagar con Webpay.']]),
  ...at('Flow', 'necessary', [['flow.cl', 'Permite pagar con Flow.']]),
  ...at('Khipu', 'necessary', [['khipu.com', 'Permite pagar con Khipu.']]),
  ...at('Stripe', 'necessary', [['stripe.com', 'Permite pagar y previene fraudes.']]),
  ...at('PayPal', 'necessary', [
    ['paypal.com', 'Permite pagar.'],
    ['paypalobjects.com', 'Entrega el formulario de pago.'],
  ]),
  ...at('Zendesk', 'preferences', [
    ['zdassets.com', 'Carga el chat de ayuda.'],
    ['zendesk.com', 'Hace funcionar el chat de ayuda.'],
    ['zopim.com', 'Hace funcionar el chat.'],
  ]),
  ...at('Intercom', 'preferences', [
    ['intercom.io', 'Hace funcionar el chat.'],
    ['intercomcdn.com', 'Carga el chat.'],
  ]),
  ...at('Tawk.to', 'preferences', [['tawk.to', 'Hace funcionar el chat.']]),
  ...at('Crisp', 'preferences', [['crisp.chat', 'Hace funcionar el chat.']]),
  ...at('Drift', 'preferences', [['drift.com', 'Hace funcionar el chat.']]),
  ...at('LiveChat', 'preferences', [['livechatinc.com', 'Hace funcionar el chat.']]),
  ...at('Vimeo', 'media', [
    ['vimeo.com', 'Muestra videos.'],
    ['vimeocdn.com', 'Entrega videos.'],
  ]),
  ...at('Spotify', 'media', [['spotify.com', 'Muestra un reproductor de audio.']]),
  ...at('SoundCloud', 'media', [['soundcloud.com', 'Muestra un reproductor de audio.']]),
  ...at('Hotmart', 'marketing', [['hotmart.com', 'Permite pagar y atribuye la venta a un afiliado.']]),
  ...at('OneSignal', 'marketing', [['onesignal.com', 'Envía notificaciones al navegador.']]),
  ...at('Sentry', 'analytics', [['sentry.io', 'Recibe las fallas del sitio y datos de la visita.']]),
  ...at('OpenStreetMap', 'media', [['openstreetmap.org', 'Muestra mapas.']]),
]

const exact = new Map(
  COOKIES.filter(({ pattern }) => !pattern.endsWith('*')).map((one) => [one.pattern, one]),
)
/** The longest beginning wins: `_hjSession_*` before `_hj*`. */
const beginnings = COOKIES.filter(({ pattern }) => pattern.endsWith('*'))
  .map((one) => ({ one, start: one.pattern.slice(0, -1) }))
  .toSorted((a, b) => b.start.length - a.start.length)
const hosts = new Map(HOSTS.map((one) => [one.pattern, one]))

export function knownCookie(name: string): Known | undefined {
  return exact.get(name) ?? beginnings.find(({ start }) => name.startsWith(start))?.one
}

export function knownHost(host: string): Known | undefined {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const known = hosts.get(rest)
    if (known) return known
  }
  return undefined
}
