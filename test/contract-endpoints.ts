/**
 * The endpoints promised to clients: method, path, input, success status, and the fields of the answer's `data`. Kept by
 * hand.
 *
 * - `?status` is a parameter of the query, `<title` a field of the body, and `!` marks a required one;
 * - `items[].id` is a field of every entry of a list, `[].id` of a `data` that is a list itself;
 * - `events[].from?` is a field that only some entries have.
 */
const PAGED = '?page ?limit'
const PAGES = 'pagination.page pagination.limit pagination.total pagination.totalPages'

/** Adds a prefix to each name. */
const each = (prefix: string, names: string) =>
  names
    .split(' ')
    .map((name) => prefix + name)
    .join(' ')
const sent = (names: string) => each('<', names)
const listed = (key: string, names: string) => each(`${key}[].`, names)

const TOKENS = 'access_token refresh_token token_type expires_in'
const ACCOUNT = `${TOKENS} user.id user.email user.name tenant.id tenant.name tenant.slug tenant.plan tenant.role`

const TENANT_EXPORT =
  'id status sizeBytes sha256 rowCount fileCount error requestedByName createdAt completedAt expiresAt'

const EVIDENCE_ENTRY = 'tenantId seq kind entityType entityId at payloadHash previous'

const TIME_ENTRY = 'id workedOn minutes what createdAt updatedAt'

const PASSKEY = 'id name backedUp createdAt lastUsedAt'

const BREACH =
  'id title description status detectedAt detectionSource attackVector dataCategories hasSensitiveData estimatedRecords containmentActions requiresNotification notificationDeadlineAt notifiedApdpAt events[].type events[].from? events[].to? events[].notes? events[].createdAt createdAt updatedAt requiresSubjectNotification decision severity alert'
const BREACH_OPTIONS =
  'description attackVector dataCategories hasSensitiveData estimatedRecords containmentActions'

const PROCESSOR =
  'id name taxId country contactName contactEmail services dpaStatus source createdAt updatedAt'
const DILIGENCE = 'key question evidence article isKey outcome note checkedOn checkedBy fileKeys'
const SUB_PROCESSOR_OPTIONS = 'country services authorisation authorisedOn fileKey note'
const SUB_PROCESSOR = `id name ${SUB_PROCESSOR_OPTIONS} createdAt updatedAt`
const ANSWER_PACKAGE =
  'id status progress contents size sha256 builtAt builtBy redactions delivery downloadUrl keptUntil'
const QUESTIONNAIRE = 'id name description builtIn version isActive counts createdAt updatedAt'
const QUESTIONNAIRE_ANSWER =
  'id questionnaireId questionnaireName version name email departmentId departmentName status dueOn overdue asked answered note remindedOn savedAt submittedAt readAt readBy createdAt updatedAt'
const CONNECTOR =
  'id name systemId systemName kind state config.host config.port config.database config.user config.tls config.writes config.hasPassword config.url config.hasSecret queries changedBy changedAt approvedBy approvedAt selfApproved createdAt updatedAt'
const CONNECTOR_RUN =
  'id connectorId taskId requestId folio right status attempts rows bytes error fileId startedAt endedAt createdAt'
const ACTIVITY_ITEM =
  'id name purpose legalBasis dataCategories subjectCategories retentionPeriod status systemId createdAt updatedAt'
/** A new activity has no links yet. */
const NEW_ACTIVITY = `${ACTIVITY_ITEM} recipients internationalTransfer.exists internationalTransfer.country internationalTransfer.mechanism securityMeasures riskLevel dpiaRequired hasSensitiveData ${listed('processors', PROCESSOR)} systems flows domains`
const ACTIVITY = `${NEW_ACTIVITY} systems[].systemId systems[].name systems[].role flows[].flowId flows[].description domains[].domainId domains[].url domains[].role`
const ACTIVITY_BODY =
  'name purpose legalBasis dataCategories subjectCategories retentionPeriod systemId recipients internationalTransfer securityMeasures'
const COMMENT = 'id entityType entityId text authorId authorName mentions createdAt'
const RISK =
  'riskLevel riskScore factors[].factor factors[].value factors[].points factors[].reason dpiaRequired recommendation'

const DSAR_EVENT = 'id type from to notes actorId actorName createdAt'
const DSAR = `id folioNumber rightType status subjectName subjectEmail subjectRut subjectPhone description documentType documentNumber organizationRelation isRepresentative representativeName representativeRut representativeRelation representativeDocUrl subtype subtypeDetail specificData portabilityTarget portabilityFormat portabilityDirectTransfer declarationTruthful declarationDataProcessing declarationPhoneContact deadlineAt responseDeadline extendedDeadlineAt extensionReason extensionNotifiedAt assignedTo responseType responseNotes responseFileKey denialReason completedAt createdAt ${listed('events', DSAR_EVENT)} ${listed('timeline', DSAR_EVENT)}`
/** Before the first change of state. */
const UNMOVED_DSAR = DSAR.replace(listed('timeline', DSAR_EVENT), 'timeline')
const INTAKE_OPTIONS =
  'subjectRut subjectPhone description documentType documentNumber organizationRelation isRepresentative representativeName representativeRut representativeRelation representativeDocUrl subtype subtypeDetail specificData portabilityTarget portabilityFormat portabilityDirectTransfer declarationTruthful declarationDataProcessing declarationPhoneContact'
const TRACKING =
  'folio responsibleEntity rightType status statusLabel statusDescription receivedAt responseDeadline isExtended extensionReason responseType completedAt dpoName dpoEmail'
const DSAR_TASK =
  'id systemId systemName processorName ownerName ownerEmail status outcome notes article answeredVia answeredBy doneAt dueOn sentAt overdue files createdAt'
const DSAR_WIDGET = 'id widgetKey name isActive config createdAt updatedAt'

const DPIA_RISK = 'id description likelihood impact riskLevel mitigation residualRisk status'
const ASSESSMENT = `id title description status activityId scope necessity proportionality approverName approverRole approvedAt ${listed('risks', DPIA_RISK)} createdAt updatedAt`

const SYSTEM =
  'id name type description owner ownerEmail hostingType hostingCountry vendor dataCategories hasSensitiveData securityMeasures contractStatus contractExpiry hasDpaClause createdAt'
const SYSTEM_OPTIONS =
  'description owner ownerEmail hostingType hostingCountry vendor dataCategories hasSensitiveData securityMeasures contractStatus contractExpiry hasDpaClause'
const FLOW =
  'id sourceSystemId targetSystemId description dataCategories isInternational safeguards createdAt'

const DOMAIN =
  'id url name legalEntityId entityName description environment isActive isVerified verifiedAt createdAt updatedAt'
const LINK_LIST = '<activities!'

const CONTRACT =
  'id type status processorId activityId templateId content version signerName signerEmail signerRut signedAt expiresAt previousContractId createdAt updatedAt'
const TEMPLATE = 'id name type content variables[].key variables[].label createdAt'

const POLICY =
  'id version status language content customSections customTitle customIntro legalEntityId publishedAt publishedBy publishNotes createdBy updatedBy createdAt updatedAt'
const COMPLETENESS = 'completeness.filled completeness.total completeness.percentage'
const PUBLICATION = 'workflowStarted workflowInstanceId message'

const ENTITY =
  'id workspaceId name taxId legalRepName legalRepEmail dpoUserId dpoName dpoEmail postalAddress arcoPublicEmail isActive createdAt updatedAt'
const ENTITY_OPTIONS = 'taxId legalRepName legalRepEmail dpoName dpoEmail postalAddress arcoPublicEmail'
const DEPARTMENT = 'id name description depth parentId userCount children'

const COOKIE_SCAN =
  'id domainId domainUrl status cause mode progress banner earlyCount undeclaredCount error createdAt updatedAt startedAt completedAt'

const IMPORT =
  'id target status progress dryRun fileName totals error createdAt completedAt mapping unmapped fields rows'
const IMPORT_ROWS =
  'mapping[].column mapping[].heading mapping[].field mapping[].confidence mapping[].by rows[].row rows[].action rows[].reasons rows[].name rows[].id rows[].changes totals.create totals.update totals.skip totals.refuse'

const STAGE =
  'stages[].id stages[].name stages[].description stages[].order stages[].requiredRole stages[].actions[].id stages[].actions[].type stages[].actions[].label stages[].autoAdvance stages[].slaDays stages[].slaWarningDays stages[].fields[].id stages[].fields[].name stages[].fields[].label stages[].fields[].type stages[].fields[].required stages[].conditions stages[].parallelStages'
const SUBSCRIPTION = 'id url events description isActive disabledReason previousUntil createdAt updatedAt'
const DEFINITION = `id name description entityType version isActive stageCount ${STAGE} webhooks[].url webhooks[].events webhooks[].secret webhooks[].enabled createdBy createdAt updatedAt isSystem`
const INSTANCE =
  'id definitionId definitionVersion entityType entityId currentStageId status startedBy startedAt completedAt'
const INSTANCE_DETAIL = `${INSTANCE} definitionSnapshot sla subStageCompletions events`
const ACTION = '<stageId! <subStageId <actionType! <notes <reassignTo <fieldValues'
const ACTED = 'id definitionId entityType entityId currentStageId status completedAt'

const NOTICE =
  'id name title description language domainId purposes[].key purposes[].name purposes[].description purposes[].required purposes[].legalBasis purposes[].cookies[].name purposes[].cookies[].provider purposes[].cookies[].duration purposes[].cookies[].description config status version widgetKey publishedAt'
const NOTICE_OPTIONS = 'title description language domainId purposes config'
const NOTICE_RECORD =
  'id noticeId noticeVersion subjectRef decisions action source url userAgent ipHash createdAt receipt'
const FORM = 'id name description purposeText fields formKey isActive version'
const FORM_RECORD =
  'id templateId templateVersion subjectRef granted source values evidence createdAt receipt'
const RECORDED = 'id receipt createdAt'
const CONSENT_STATS = 'total granted withdrawn rate'
const DELIVERY = 'id'

const API_KEY = 'id name prefix scopes expiresAt lastUsedAt isActive'
const SCIM_TOKEN = 'id name prefix expiresAt lastUsedAt createdAt'
const SIGNING_CERTIFICATE =
  'configured usable expired subject issuer serial fingerprint keyType notBefore notAfter uploadedBy uploadedAt'
const SSO =
  'enabled issuer clientId clientSecretSet allowedDomains defaultRole roleClaim roleMap enforce confirmedByOwner testedByMe redirectUri startUrl updatedAt'
const MEMBER = 'userId email name role status createdAt'
const REPORT = 'id title status createdAt'

const LINES: readonly string[] = [
  // security breaches
  `GET /breaches ${PAGED} ?status ?requiresNotification 200 ${listed('items', 'id title status detectedAt estimatedRecords notificationDeadlineAt requiresNotification createdAt')} ${PAGES}`,
  `POST /breaches <title! <detectedAt! <detectionSource! ${sent(BREACH_OPTIONS)} 201 id title status detectedAt createdAt`,
  `GET /breaches/{id} 200 ${BREACH}`,
  `PUT /breaches/{id} ${sent(`title detectedAt detectionSource ${BREACH_OPTIONS}`)} 200 ${BREACH}`,
  `PATCH /breaches/{id}/status <status! <notes 200 ${BREACH}`,
  'POST /breaches/{id}/decision-tree <riskToSubjects! <hasSensitiveData! <hasMinorData! <hasFinancialData! 200 requiresNotification requiresSubjectNotification notificationDeadlineAt urgency',
  'POST /breaches/{id}/notify-apdp <notifiedAt! <notificationFileKey! 200 notifiedAt notificationFileKey status',
  'GET /breaches/{id}/notification-template 200 template',
  'GET /breaches/{id}/document ?audience ?format 200 application/pdf',
  'GET /breaches/{id}/preview ?audience 200 text/html',
  'GET /breaches/{id}/register 200',
  `POST /breaches/{id}/notify-subjects <notifiedAt! <medium! <notes 200 ${BREACH}`,
  `POST /breaches/{id}/notify-controller <notifiedAt! 200 ${BREACH}`,
  `POST /breaches/{id}/clocks/{key}/done <doneAt 200 ${BREACH}`,
  'POST /webhooks/siem/{tenantSlug} 201 breachId status detectionSource',
  'POST /settings/siem/test <format <payload 200 url signatureHeader signature body payload breach.title breach.description breach.severity breach.detectedAt breach.notificationDeadlineAt',
  // record of processing activities
  `GET /rat/activities ${PAGED} ?status ?legalBasis ?hasSensitiveData ?riskLevel ?dpiaRequired 200 ${listed('items', ACTIVITY_ITEM)} ${PAGES}`,
  'POST /rat/activities <name! <purpose! <legalBasis! <dataCategories! <subjectCategories! <retentionPeriod! <systemId! <recipients <internationalTransfer <securityMeasures 201 id name status createdAt',
  `GET /rat/activities/{id} 200 ${ACTIVITY}`,
  `PUT /rat/activities/{id} ${sent(ACTIVITY_BODY)} 200 ${ACTIVITY}`,
  `PATCH /rat/activities/{id}/status <status! 200 ${ACTIVITY}`,
  'GET /rat/activities/{id}/compliance-check 200 activityId compliant score checks[].key checks[].label checks[].passed checks[].severity checks[].legalReference checks[].recommendation',
  'GET /rat/activities/{id}/balancing/pdf 200 application/pdf',
  `POST /rat/activities/check <name <purpose <legalBasis <dataCategories <activityId <dataVolume 200 ${RISK} ${listed('warnings', 'key message article severity')} ${listed('missing', 'field label')} score hasSensitiveData ${listed('dpiaReasons', 'key reason legalReference')}`,
  `POST /rat/activities/preview/calculate-risk <riskFactors 200 ${RISK}`,
  `POST /rat/activities/{id}/calculate-risk <riskFactors 200 activityId ${RISK}`,
  `POST /rat/activities/{id}/from-template <templateId! 201 ${NEW_ACTIVITY}`,
  'GET /rat/templates 200 items[].id items[].name',
  'GET /rat/templates/{templateId} 200 id name',
  'GET /rat/packs 200 items[].key items[].name items[].about items[].templateIds items[].templates[].id items[].templates[].name',
  'POST /rat/packs/{key}/apply 200 key created[].id created[].name created[].templateId skipped',
  'GET /rat/data-catalog 200 items[].key items[].label items[].description items[].sensitive items[].legalReference items[].examples',
  'DELETE /rat/activities/{id} 200',
  'POST /rat/activities/{id}/systems <systemId! <role! 201',
  'POST /rat/activities/{id}/flows <flowId! 201',
  'POST /rat/activities/{id}/links <systems <flows 200',
  'POST /rat/activities/{id}/domains <domainId! <role! 201',
  'POST /rat/activities/{id}/processors <processorId! 201',
  'DELETE /rat/activities/{id}/processors/{processorId} 200',
  'GET /rat/stats 200 total byStatus[].status byStatus[].count byLegalBasis[].legalBasis byLegalBasis[].count byRiskLevel[].riskLevel byRiskLevel[].count sensitiveData.yes sensitiveData.no internationalTransfers.yes internationalTransfers.no dpiaRequired.yes dpiaRequired.no byDataCategory dpaStatus.signed dpaStatus.pending dpaStatus.notRequired',
  `GET /rat/geo-summary 200 ${listed('markers', 'activityId activityName country countryName type detail')}`,
  'POST /rat/generate-from-ai <description! <systemId 200 activity rationale reasons[].field reasons[].reason reasons[].confidence source quota.used quota.limit',
  'POST /rat/suggest-field <field! <activity! 200 field suggestions[].value suggestions[].reason suggestions[].confidence source quota.used quota.limit',
  'POST /rat/bulk-import <activities! 201 imported items[].index items[].id items[].name',
  `POST /rat/from-system <systemId! 201 ${NEW_ACTIVITY}`,
  // requests of data subjects
  `POST /public/dsar/{widgetKey} <subjectName! <subjectEmail! <rightType! ${sent(INTAKE_OPTIONS)} 201 id folioNumber responseDeadline`,
  'GET /public/dsar/{widgetKey} 200',
  'GET /public/dsar/{widgetKey}/config 200',
  `GET /public/dsar/track/{folio} 200 ${TRACKING}`,
  `GET /dsar/requests ${PAGED} ?status ?rightType ?overdue ?open ?assignedTo 200 ${listed('items', 'id folioNumber rightType subjectName subjectEmail status deadlineAt createdAt')} ${PAGES}`,
  `GET /dsar/requests/{id} 200 ${DSAR}`,
  `PATCH /dsar/requests/{id} <status! <notes 200 ${DSAR}`,
  `POST /dsar/requests/{id}/assign <assignedTo! 200 ${DSAR}`,
  'POST /dsar/requests/{id}/extend <reason! 200 id extendedDeadlineAt extensionReason extensionNotifiedAt status',
  `POST /dsar/requests/{id}/respond <responseType! <responseNotes <responseFileKey <denialReason 200 ${DSAR}`,
  'GET /dsar/requests/{id}/answer-proposals 200 answers[].responseType answers[].responseNotes answers[].denialReason grounds[].text grounds[].article',
  'POST /dsar/requests/{id}/respond/preview <responseType! <responseNotes <responseFileKey <denialReason 200 to subject text warnings',
  'POST /dsar/requests/{id}/notify-thirds <notes 200',
  'GET /dsar/requests/{id}/recipients 200 items[].id items[].name items[].email items[].processorId items[].status items[].notifiedAt items[].remindedAt items[].acknowledgedAt items[].acknowledgedBy items[].acknowledgementNotes items[].notes items[].letterId noneBecause suggested.recipients suggested.processors',
  'POST /dsar/requests/{id}/recipients <recipients <fromRegister <noneBecause 201 items items[].pageUrl noneBecause',
  'POST /dsar/requests/{id}/recipients/{recipientId}/remind 200 items[].status items[].remindedAt',
  'GET /public/acknowledgements/{key} 200 organizationName recipientName folioNumber rightType rightLabel article subject asked contactEmail expiresAt acknowledgedAt done',
  'POST /public/acknowledgements/{key} <name! <done! <notes 200 folioNumber acknowledgedAt done',
  `POST /dsar/requests <channel! <subjectName! <rightType! <receivedAt <subjectEmail <subjectAddress <deceased <mandateFileId <scanFileIds <parentRequestId <legalEntityId 201 ${UNMOVED_DSAR} channel receivedAt freeAccess deceased mandateFileId`,
  'POST /dsar/requests/same-person <subjectRut <subjectEmail 200 items[].id items[].folioNumber',
  'GET /dsar/requests/{id}/receipt ?format 200 application/pdf',
  `POST /dsar/requests/{id}/identity <method! <proves! <notes <fileId 201 ${UNMOVED_DSAR} identity.email identity.rut identity.representation identity.method identity.checks`,
  `POST /dsar/requests/{id}/identity/{checkId}/withdraw <reason! 200 ${UNMOVED_DSAR} identity.checks`,
  'GET /dsar/requests/{id}/agency-notice 200 subject text article isComplete sentAt letterId',
  'POST /dsar/requests/{id}/agency-notice <ground <sentAt <notes 201 subject text article isComplete sentAt letterId',
  `POST /dsar/requests/{id}/package <include <redactions <note 202 ${ANSWER_PACKAGE}`,
  `GET /dsar/requests/{id}/package 200 ${ANSWER_PACKAGE}`,
  'GET /dsar/requests/{id}/package/sources 200 tasks files hasPackage',
  'GET /dsar/requests/{id}/package/file 200 application/zip',
  'GET /dsar/requests/{id}/package/preview 200 text/html',
  `POST /dsar/requests/{id}/package/deliver 201 ${ANSWER_PACKAGE} warnings`,
  'DELETE /dsar/requests/{id}/package 200',
  'POST /public/answers/{key}/code 200 message expiresInSeconds',
  'POST /public/answers/{key} <code! 200 organizationName folioNumber contents[].name size sha256 expiresAt downloadUrl',
  'GET /public/answers/{key}/file 200 application/zip',
  'GET /dsar/requests/{id}/letters/{letterId} ?format 200 id kind sentAt to subject text',
  'GET /dsar/requests/{id}/letters/{letterId}/preview 200 text/html',
  `GET /dsar/requests/{id}/tasks 200 ${listed('items', DSAR_TASK)} progress.total progress.done progress.sent progress.open progress.withoutOwner progress.overdue suggestedSystems outcomes grounds`,
  `POST /dsar/requests/{id}/tasks <systemId <systemName <ownerName <ownerEmail <dueOn 201 ${DSAR_TASK}`,
  'POST /dsar/requests/{id}/tasks/send 200 sent withoutOwner',
  `PATCH /dsar/requests/{id}/tasks/{taskId} <ownerName <ownerEmail <dueOn <status <outcome <notes <article 200 ${DSAR_TASK}`,
  `POST /dsar/requests/{id}/tasks/{taskId}/remind 200 ${DSAR_TASK}`,
  'GET /public/tasks/{key} 200 organizationName systemName ownerName right article notice asks instructions status dueOn expiresAt doneAt outcome person change outcomes grounds',
  'POST /public/tasks/{key} <outcome! <notes <article <name <files 200 status outcome doneAt files',
  'POST /public/tasks/{key}/uploads <name! 201 uploadKey uploadUrl maxBytes types expiresAt',
  `GET /dsar/requests/{id}/timeline 200 ${listed('items', DSAR_EVENT)}`,
  'GET /dsar/stats 200 total byStatus byRightType open overdue dueSoon averageResponseDays onTimeRate',
  `GET /dsar/widgets 200 ${listed('widgets', DSAR_WIDGET)}`,
  `GET /dsar/widgets/{id} 200 ${DSAR_WIDGET}`,
  `POST /dsar/widgets <name! <config 201 ${DSAR_WIDGET}`,
  'DELETE /dsar/widgets/{id} 200',
  'GET /dsar/widgets/{id}/preview ?right ?title ?intro ?rightTypes ?color ?legalEntityId 200 text/html',
  `PATCH /dsar/widgets/{id} <name <config <isActive 200 ${DSAR_WIDGET}`,
  // impact assessments
  `GET /dpia/assessments ${PAGED} ?status 200 ${listed('items', 'id title description status activityId riskCount createdAt updatedAt')} ${PAGES}`,
  'POST /dpia/assessments <title! <description <activityId <scope <necessity <proportionality 201 id title status createdAt',
  `GET /dpia/assessments/{id} 200 ${ASSESSMENT}`,
  `PUT /dpia/assessments/{id} <title <description <activityId <scope <necessity <proportionality 200 ${ASSESSMENT}`,
  `POST /dpia/assessments/{id}/risks <description! <likelihood! <impact! <mitigation <residualRisk 201 ${DPIA_RISK}`,
  `PUT /dpia/assessments/{id}/risks/{riskId} <description <likelihood <impact <mitigation <residualRisk <status 200 ${DPIA_RISK}`,
  'DELETE /dpia/assessments/{id}/risks/{riskId} 200',
  'GET /dpia/assessments/{id}/export/pdf 200 application/pdf',
  'GET /dpia/assessments/{id}/document ?format 200 application/pdf',
  'GET /dpia/assessments/{id}/preview 200 text/html',
  'POST /dpia/{activityId}/screening 200 activityId requiresDpia reasons recommendation',
  // data map
  'GET /data-map/catalog 200 totalSystems totalFlows totalDataCategories internationalFlows systemsWithSensitiveData systemsByType dataCategories[].category dataCategories[].systems dataCategories[].flows vocabulary',
  `GET /data-map/systems ?type ?contractStatus ${PAGED} 200 ${listed('items', SYSTEM)} ${PAGES}`,
  `POST /data-map/systems <name! <type! ${sent(SYSTEM_OPTIONS)} 201 id name type createdAt`,
  `GET /data-map/systems/{id} 200 ${SYSTEM} updatedAt`,
  `PUT /data-map/systems/{id} ${sent(`name type ${SYSTEM_OPTIONS}`)} 200 ${SYSTEM} updatedAt`,
  'DELETE /data-map/systems/{id} 200',
  `GET /data-map/flows ${PAGED} 200 ${listed('items', FLOW)} ${PAGES}`,
  'POST /data-map/flows <sourceSystemId! <targetSystemId! <description <dataCategories <isInternational <safeguards 201 id sourceSystemId targetSystemId createdAt',
  `PUT /data-map/flows/{id} <sourceSystemId <targetSystemId <description <dataCategories <isInternational <safeguards 200 ${FLOW}`,
  'GET /data-map/graph 200 systems[].id systems[].name systems[].type systems[].hasSensitiveData systems[].country systems[].processorId processors[].id processors[].name processors[].country countries flows[].id flows[].source flows[].target flows[].dataCategories flows[].isInternational flows[].activities activities isWhole',
  'DELETE /data-map/flows/{id} 200',
  // domains
  `GET /domains ?legalEntityId ?isActive ${PAGED} 200 ${listed('domains', DOMAIN)} ${PAGES}`,
  'POST /domains <url! <name! <legalEntityId! <description <environment 201 id',
  `GET /domains/{id} 200 ${DOMAIN} notices[].id notices[].name notices[].status activities[].id activities[].activityId activities[].name activities[].role policies[].id policies[].kind policies[].version policies[].status`,
  'PATCH /domains/{id} <url <name <legalEntityId <description <environment <isActive 200 id',
  'DELETE /domains/{id} 200',
  'POST /domains/{id}/activities <activityId! <role! 201 id',
  'DELETE /domains/{id}/activities/{activityId} 200',
  `POST /domains/{id}/activities/bulk-sync ${LINK_LIST} 200`,
  `PUT /domains/{id}/activities ${LINK_LIST} 200`,
  'GET /domains/{id}/verification 200',
  'POST /domains/{id}/verify 200',
  // contracts
  'POST /contracts/generate <processorId! <templateId! <activityIds! <customFields 201 contractId type content',
  `GET /contracts ?status ?type ?expiringSoon ${PAGED} 200 ${listed('contracts', 'id type status processorId signedAt expiresAt createdAt')} ${PAGES}`,
  `GET /contracts/{id} 200 ${CONTRACT}`,
  `PUT /contracts/{id} <content <expiresAt <signerName <signerEmail <signerRut 200 ${CONTRACT}`,
  'DELETE /contracts/{id} 200',
  'POST /contracts/{id}/send <signerName! <signerEmail! 200 id status',
  'POST /contracts/{id}/sign <signerName! <signerRut 200 id status signedAt',
  'POST /contracts/{id}/renew 201 id version previousContractId',
  `POST /contracts/{id}/terminate 200 ${CONTRACT}`,
  'POST /contracts/preview <processorId! <templateId! <activityIds! <customFields 200 type content gaps[].key gaps[].label findings',
  'GET /contracts/{id}/checks 200 findings',
  'GET /contracts/{id}/differences ?against 200 against changed clauses[].title clauses[].difference clauses[].stretches[].kind clauses[].stretches[].text',
  'POST /contracts/{id}/remind 200 id remindedAt reminders linkExpiresAt',
  'POST /contracts/{id}/signed-copy <fileKey! <signedOn! <signerName! <signerRut <organizationSigner <expiresAt 200 id status signedAt',
  'GET /contracts/{id}/pdf 200 application/pdf',
  'GET /contracts/{id}/document ?format 200 application/pdf',
  'GET /contracts/{id}/preview 200 text/html',
  'GET /public/contracts/{token} 200',
  'POST /public/contracts/{token} 200',
  'POST /public/contracts/{token}/code 200 sentTo expiresInSeconds',
  'POST /public/contracts/{token}/refuse <name! <reason! 200 status',
  'GET /contracts/templates 200 templates[].id templates[].name templates[].type templates[].variables[].key templates[].variables[].label templates[].createdAt',
  `POST /contracts/templates <name! <type! <content! <variables 201 ${TEMPLATE}`,
  `GET /contracts/templates/{id} 200 ${TEMPLATE}`,
  'DELETE /contracts/templates/{id} 200',
  `PUT /contracts/templates/{id} <name <type <content <variables 200 ${TEMPLATE}`,
  // privacy policy
  `POST /privacy-policy/generate <legalEntityId <language 201 id version status content ${COMPLETENESS} createdAt`,
  `GET /privacy-policy/current 200 ${POLICY}`,
  'GET /privacy-policy/versions 200 [].id [].version [].status [].publishedAt [].publishedBy [].publishNotes',
  `GET /privacy-policy/{id} 200 ${POLICY}`,
  'GET /privacy-policy/{id}/document ?format 200 application/pdf',
  'GET /privacy-policy/{id}/preview 200 text/html',
  'PATCH /privacy-policy/{id} <customTitle <customIntro <customSections 200',
  `POST /privacy-policy/{id}/publish <notes 200 ${PUBLICATION}`,
  'GET /privacy-policy/{id}/diff 200',
  'GET /privacy-policy/{id}/drift 200 outdated changes sections',
  // organisation
  'GET /org/workspaces 200 workspaces[].id workspaces[].name workspaces[].description',
  'PATCH /org/workspaces/{id} <name <description 200 id name description',
  `PATCH /org/departments/{id} <name <description <headName <headEmail 200 ${DEPARTMENT}`,
  'POST /org/workspaces <name! <description 201 id name description',
  `GET /org/entities ?workspaceId 200 ${listed('entities', ENTITY)}`,
  `POST /org/entities <workspaceId! <name! ${sent(ENTITY_OPTIONS)} 201 ${ENTITY}`,
  `GET /org/entities/{id} 200 ${ENTITY}`,
  `GET /org/departments/{id} 200 ${DEPARTMENT}`,
  `PATCH /org/entities/{id} ${sent(`workspaceId name ${ENTITY_OPTIONS}`)} 200 ${ENTITY}`,
  'DELETE /org/entities/{id} 200',
  `PATCH /org/entities/{id}/dpo <userId! 200 ${ENTITY}`,
  `GET /org/entities/{entityId}/departments 200 ${listed('departments', DEPARTMENT)}`,
  `POST /org/departments <legalEntityId! <name! <description <parentDepartmentId <headName <headEmail 201 ${DEPARTMENT}`,
  'DELETE /org/departments/{id} 200',
  // workflows
  `GET /workflows ?entityType ${PAGED} 200 ${listed('workflows', 'id name description entityType version isActive stageCount createdAt updatedAt')} ${PAGES}`,
  `POST /workflows <name! <entityType! <stages! <webhooks 201 ${DEFINITION}`,
  'POST /workflows/dry-run <entityType! <stages! <entityId <facts <answers 200 status currentStageId fieldValues pendingSubStages[].id road[].stageId road[].outcome road[].conditions factNames',
  `GET /workflows/{id} 200 ${DEFINITION}`,
  `PUT /workflows/{id} <name <entityType <stages <webhooks 200 ${DEFINITION}`,
  'DELETE /workflows/{id} 200',
  `POST /workflows/{definitionId}/start <entityType! <entityId! 201 ${INSTANCE}`,
  `GET /workflow-instances ${PAGED} 200 ${listed('items', INSTANCE)} ${PAGES}`,
  `GET /workflow-instances/{id} 200 ${INSTANCE_DETAIL}`,
  `GET /workflow-instances/entity/{entityType}/{entityId} 200 ${INSTANCE_DETAIL}`,
  `POST /workflow-instances/{id}/action ${ACTION} 200 ${ACTED}`,
  `POST /workflows/{instanceId}/action ${ACTION} 200 ${ACTED}`,
  `GET /workflows/{id}/deliveries ${PAGED} 200 ${listed('items', DELIVERY)} ${PAGES}`,
  'POST /workflows/{id}/deliveries/{deliveryId}/redeliver 200',
  // accounts
  `POST /auth/register <email! <password! <name! <organizationName! <plan 201 ${ACCOUNT}`,
  `POST /auth/login <email! <password! 200 ${ACCOUNT}`,
  `POST /auth/refresh <refresh_token 200 ${TOKENS}`,
  'GET /auth/me 200 user.id user.email user.name tenant.id tenant.name tenant.slug tenant.plan tenant.role tenants[].id tenants[].name tenants[].role tenants[].refusal tenants[].waiting.requests tenants[].waiting.breaches tenants[].waiting.approvals',
  'PATCH /auth/me <name! 200 user.id user.email user.name',
  `GET /auth/sessions 200 ${listed('items', 'id device addressPrefix method strong browser createdAt lastUsedAt current')}`,
  'DELETE /auth/sessions 200 ended',
  'DELETE /auth/sessions/{id} 200',
  'POST /auth/password <current! <password! 200',
  'POST /auth/device 201 device_code user_code verification_uri verification_uri_complete expires_in interval',
  'GET /auth/device/{userCode} 200 userCode device addressPrefix createdAt expiresAt',
  'POST /auth/device/approve <userCode! 200',
  'POST /auth/device/refuse <userCode! 200',
  `POST /auth/device/token <device_code! 200 ${ACCOUNT}`,
  'POST /auth/sudo <password <method <code <credential 200',
  'POST /auth/sudo/options 200 options',
  `POST /auth/tenants <organizationName! <plan 201 ${TOKENS} tenant.id tenant.name tenant.slug tenant.plan tenant.role`,
  'GET /auth/preferences 200 preferences',
  'PUT /auth/preferences <preferences! 200 preferences',
  `POST /auth/select-tenant <tenantId! 200 ${TOKENS} tenant.id tenant.role`,
  'POST /auth/logout 200',
  'POST /auth/password/forgot <email! 200',
  'POST /auth/password/reset <token! <password! 200',
  `POST /auth/invitations/accept <token! <name! <password! 200 ${ACCOUNT}`,
  // second factors and passkeys
  `GET /auth/mfa 200 methods totp.createdAt totp.lastUsedAt ${listed('passkeys', PASSKEY)} recoveryCodesLeft requiredBy strong`,
  'POST /auth/mfa/totp 200 secret otpauthUrl qrSvg',
  'POST /auth/mfa/totp/confirm <code! 200 recoveryCodes',
  'DELETE /auth/mfa/totp 200',
  'DELETE /auth/mfa 200',
  'POST /auth/mfa/recovery-codes 200 recoveryCodes',
  `POST /auth/mfa/verify <mfa_token! <method! <code <credential 200 ${ACCOUNT}`,
  'POST /auth/mfa/verify/options <mfa_token! 200 options',
  `GET /auth/passkeys 200 ${listed('items', PASSKEY)}`,
  'POST /auth/passkeys/register/options 200 options',
  `POST /auth/passkeys/register <name <credential! 201 ${PASSKEY} recoveryCodes`,
  `PATCH /auth/passkeys/{id} <name! 200 ${PASSKEY}`,
  'DELETE /auth/passkeys/{id} 200',
  'POST /auth/passkeys/login/options 200 options',
  `POST /auth/passkeys/login <credential! 200 ${ACCOUNT}`,
  'DELETE /settings/members/{userId}/mfa 200',
  // consent
  `GET /consent/notices ${PAGED} 200 ${listed('items', 'id name status version')} ${PAGES}`,
  `POST /consent/notices <name! ${sent(NOTICE_OPTIONS)} 201 ${NOTICE}`,
  `GET /consent/notices/{id} 200 ${NOTICE}`,
  `PUT /consent/notices/{id} ${sent(`name ${NOTICE_OPTIONS}`)} 200 ${NOTICE}`,
  `POST /consent/notices/{id}/publish 200 ${NOTICE}`,
  'GET /consent/notices/{id}/subject-secret 200',
  'POST /consent/notices/{id}/subject-secret 201',
  'GET /consent/templates/{id}/subject-secret 200',
  'POST /consent/templates/{id}/subject-secret 201',
  'GET /consent/notices/{id}/preview 200 text/html',
  'GET /consent/notices/{id}/preview/config 200',
  `POST /consent/notices/{id}/preview/config ${sent(`name ${NOTICE_OPTIONS}`)} 200`,
  'GET /consent/notices/{id}/versions 200',
  `GET /consent/notices/{id}/records ${PAGED} 200 ${listed('items', NOTICE_RECORD)} ${PAGES}`,
  `GET /consent/notices/{id}/stats 200 ${CONSENT_STATS}`,
  'GET /public/consent/{widgetKey}/config 200',
  `POST /public/consent/{widgetKey}/record <subjectRef! <decisions <action <url 201 ${RECORDED}`,
  'GET /public/consent/receipts/{receipt} 200',
  `GET /consent/templates ${PAGED} 200 ${listed('items', FORM)} ${PAGES}`,
  `POST /consent/templates <name! <description <purposeText! <fields 201 ${FORM}`,
  `GET /consent/templates/{id} 200 ${FORM}`,
  `PUT /consent/templates/{id} <name <description <purposeText <fields <isActive 200 ${FORM}`,
  'DELETE /consent/templates/{id} 200',
  'GET /consent/templates/{id}/preview ?name ?purposeText ?fields 200 text/html',
  'GET /consent/templates/{id}/versions 200',
  `GET /consent/templates/{id}/records ${PAGED} 200 ${listed('items', FORM_RECORD)} ${PAGES}`,
  `GET /consent/templates/{id}/stats 200 ${CONSENT_STATS}`,
  `POST /consent/templates/{id}/manual <subjectRef! <granted! <channel! <evidence! <obtainedAt 201 ${RECORDED}`,
  'POST /consent/templates/{id}/webhooks <url! <events <secret 201 id url events secret',
  'GET /consent/templates/{id}/webhooks 200 items[].id items[].url items[].events',
  'DELETE /consent/templates/{id}/webhooks/{whId} 200',
  `GET /consent/templates/{id}/deliveries ${PAGED} 200 ${listed('items', DELIVERY)} ${PAGES}`,
  'POST /consent/templates/{id}/deliveries/{deliveryId}/redeliver 200',
  'GET /public/consent-form/{formKey}/config 200',
  `POST /public/consent/confirm/{key} 201 ${RECORDED}`,
  `POST /public/consent-form/{formKey}/submit <subjectRef! <granted! <values <representative 201 ${RECORDED}`,
  `POST /external/consent/records <templateId! <subjectRef! <granted! <values <occurredAt 201 ${RECORDED}`,
  'GET /external/key 200 id name role scopes expiresAt',
  'GET /external/consent/templates 200 items[].id',
  'GET /external/consent/subject/{ref}/consents 200',
  `GET /consent/subject-records ${PAGED} ?subjectRef 200 subjectRef ${listed('items', 'id granted receipt occurredAt')} ${PAGES}`,
  'GET /consent/records/{id} 200 id granted receipt valid shown',
  'GET /consent/records/{id}/document ?format 200 application/pdf',
  'GET /consent/records/{id}/preview 200 text/html',
  // tasks
  'GET /tasks ?scope ?kind 200 items[].kind items[].entityType items[].entityId items[].title items[].dueAt items[].overdue items[].state items[].article items[].tenantId items[].tenantName items[].url total skipped',
  // search
  'GET /search ?q ?types ?limit 200 groups[].type groups[].label groups[].total groups[].items[].entityType groups[].items[].entityId groups[].items[].title groups[].items[].subtitle groups[].items[].state groups[].items[].url groups[].items[].updatedAt',
  // notifications
  `GET /notifications ${PAGED} ?unread 200 ${listed('items', 'id type title text urgent entityType entityId url dueAt createdAt readAt')} unread ${PAGES}`,
  'POST /notifications/read <ids <all 200 unread',
  'GET /notifications/events 200 items[].type items[].label items[].urgent items[].usual',
  'GET /notifications/stream 200 text/event-stream',
  'GET /settings/notifications 200',
  'PUT /settings/notifications 200',
  // activity
  `GET /activity/changes ${PAGED} ?entityType ?entityId 200 ${listed('items', 'id action entityType entityId actorType actorId actorName createdAt changes')} ${PAGES}`,
  `GET /activity ${PAGED} ?entityType ?entityId 200 ${listed('items', 'id action entityType entityId actorType actorId actorName createdAt')} ${PAGES}`,
  // governance
  'GET /governance/compliance-score 200 score level areas[].key areas[].label areas[].score areas[].weight areas[].findings[].severity areas[].findings[].message areas[].findings[].link calculatedAt',
  'GET /governance/score-history ?days 200 items[].on items[].score',
  'GET /governance/overview ?scope 200 items[].tenantId items[].tenantName items[].score items[].level items[].deadlines items[].tasks items[].counts.requests[].state items[].counts.requests[].count items[].counts.breaches items[].counts.assessments items[].counts.contracts items[].counts.activities items[].counts.approvals skipped',
  `GET /governance/reports ${PAGED} 200 ${listed('items', REPORT)} ${PAGES}`,
  `POST /governance/reports/generate <title 201 ${REPORT}`,
  `GET /governance/reports/{id} 200 ${REPORT}`,
  'GET /governance/reports/{id}/download 200 application/pdf',
  'DELETE /governance/reports/{id} 200',
  `POST /governance/inspection-folder 201 ${REPORT}`,
  'GET /governance/mpi ?format 200 application/pdf',
  'GET /governance/dpo-appointment ?format ?legalEntityId 200 application/pdf',
  `GET /governance/reissue ${PAGED} 200 lawVersion items ${PAGES}`,
  'GET /governance/export/rat ?format ?q ?status ?legalBasis ?reviewUntil ?responsibleArea 200 text/csv',
  'GET /governance/export/dpia ?format 200 text/csv',
  'GET /governance/export/systems ?format ?separator 200 text/csv',
  'GET /governance/mpi/preview 200 text/html',
  'GET /governance/board-report/preview 200 text/html',
  'GET /governance/inspection-folder 200 items[].folder items[].title items[].article items[].note',
  'GET /governance/export/processors ?format ?separator 200 text/csv',
  'GET /governance/export/departments ?format ?separator 200 text/csv',
  'GET /governance/export/requests ?format ?separator 200 text/csv',
  // cookie policy
  `POST /cookie-policy/generate 201 id version status content createdAt`,
  'GET /cookie-policy/current ?legalEntityId ?domainId 200 id version status content',
  `GET /cookie-policy/versions ${PAGED} ?legalEntityId ?domainId 200 ${listed('items', 'id version status')} ${PAGES}`,
  'GET /cookie-policy/check-coverage 200 covered coverage missing',
  'GET /cookie-policy/{id} 200 id version status content',
  'GET /cookie-policy/{id}/document ?format 200 application/pdf',
  'GET /cookie-policy/{id}/preview 200 text/html',
  'PUT /cookie-policy/{id} 200 id version status content',
  'DELETE /cookie-policy/{id} 200',
  'POST /cookie-policy/{id}/publish 200 workflowStarted message',
  'GET /cookie-policy/{id}/diff 200',
  'GET /cookie-policy/{id}/drift 200 outdated changes sections',
  'GET /public/policies/{tenantSlug}/privacy 200 version',
  'GET /public/policies/{tenantSlug}/cookies 200 version',
  'GET /public/evidence/keys 200 keys[].kty keys[].crv keys[].x keys[].kid',
  `GET /public/evidence/{tenantSlug}/heads ${PAGED} 200 ${listed('items', 'tenantId seq hash at signature.kid signature.alg signature.value stamps')} ${PAGES}`,
  `GET /public/evidence/{tenantSlug}/{entityType}/{id} 200 organisation.name organisation.slug content ${each('entry.', EVIDENCE_ENTRY)} path ${each('seal.', EVIDENCE_ENTRY)} head.tenantId head.seq head.hash head.at signature.kid signature.alg signature.value stamp erasure`,
  `GET /evidence/{entityType}/{id} 200 ${each('entry.', EVIDENCE_ENTRY)} path ${each('seal.', EVIDENCE_ENTRY)} head.tenantId head.seq head.hash head.at signature.kid signature.alg signature.value stamp erasure`,
  // privacy portal
  'GET /public/privacy-portal/{tenantSlug}/config 200',
  'POST /public/privacy-portal/{tenantSlug}/otp/init <rut! <email! 200',
  'POST /public/privacy-portal/{tenantSlug}/otp/verify <rut! <email! <code! 200 portal_token',
  'GET /public/privacy-portal/{tenantSlug}/consent 200 items',
  `POST /public/privacy-portal/{tenantSlug}/consent <templateId! <granted! 201 ${RECORDED}`,
  `POST /public/privacy-portal/{tenantSlug}/request <rightType! ${sent(INTAKE_OPTIONS)} 201 id folioNumber responseDeadline`,
  'GET /public/privacy-portal/{tenantSlug}/requests 200 items[].id items[].status',
  'GET /public/privacy-portal/{tenantSlug}/request/{requestId}/status 200 status',
  // portfolio and hours
  'GET /portfolio/copyable ?from 200 items[].kind items[].id items[].name',
  'POST /portfolio/copy <from! <to! <items! <dryRun 200 dryRun items[].kind items[].id items[].name items[].action items[].newId',
  `GET /time-entries ${PAGED} ?from ?to 200 ${listed('items', TIME_ENTRY)} ${PAGES}`,
  `POST /time-entries <workedOn! <minutes! <what! 201 ${TIME_ENTRY}`,
  'GET /time-entries/summary ?month ?scope ?format 200 month minutes items[].tenantId items[].tenantName items[].slug items[].entries items[].minutes',
  `GET /time-entries/{id} 200 ${TIME_ENTRY}`,
  `PATCH /time-entries/{id} <workedOn <minutes <what 200 ${TIME_ENTRY}`,
  'DELETE /time-entries/{id} 200',

  // settings
  'GET /settings/tenant 200 id name taxId contactEmail locale timezone branding siemSecret',
  'PUT /settings/tenant <name <taxId <contactEmail <locale <timezone <branding <siemSecret 200 id name taxId contactEmail locale timezone branding siemSecret',
  'GET /settings/tenant/deletion 200 dueAt',
  'POST /settings/tenant/deletion <confirm! 200 dueAt',
  'DELETE /settings/tenant/deletion 200',
  `GET /settings/tenant/exports 200 ${listed('items', TENANT_EXPORT)}`,
  `POST /settings/tenant/exports 201 ${TENANT_EXPORT}`,
  `GET /settings/tenant/exports/{id} 200 ${TENANT_EXPORT}`,
  'GET /settings/tenant/exports/{id}/download 200 application/gzip',
  'DELETE /settings/tenant/exports/{id} 200',
  'GET /settings/retention 200 items[].module items[].what items[].days items[].why',
  'GET /settings/tenant/dpo-check 200 hasDpo dpo.name dpo.email entities[].id entities[].name entities[].hasDpo recommendation',
  'GET /settings/usage 200 plan features limits.requestsPerMinute limits.domains limits.contracts limits.workflowDefinitions limits.aiQueriesPerMonth limits.departments usage.domains usage.contracts usage.workflowDefinitions usage.aiQueries usage.members',
  `GET /settings/api-keys 200 ${listed('items', API_KEY)}`,
  `POST /settings/api-keys <name! <scopes <expiresAt 201 key ${API_KEY}`,
  `GET /settings/api-keys/{id} 200 ${API_KEY}`,
  `PUT /settings/api-keys/{id} <name <scopes <expiresAt <isActive 200 ${API_KEY}`,
  'DELETE /settings/api-keys/{id} 200',
  'GET /settings/api-keys/scopes 200 items[].scope items[].label',
  `POST /settings/api-keys/{id}/rotate <overlapHours 200 key ${API_KEY}`,
  `GET /settings/members 200 ${listed('members', MEMBER)}`,
  `POST /settings/members <email! <name! <role! 201 invitationUrl ${MEMBER}`,
  `GET /settings/members/{userId} 200 ${MEMBER}`,
  `PATCH /settings/members/{userId} <role! 200 ${MEMBER}`,
  'DELETE /settings/members/{userId} 200',
  `GET /settings/scim/tokens 200 ${listed('items', SCIM_TOKEN)}`,
  `POST /settings/scim/tokens <name! <expiresAt 201 token baseUrl ${SCIM_TOKEN}`,
  'DELETE /settings/scim/tokens/{id} 200',
  `GET /settings/webhooks ${PAGED} 200 ${listed('items', SUBSCRIPTION)} ${PAGES}`,
  `POST /settings/webhooks <url! <events! <description <isActive 201 secret ${SUBSCRIPTION}`,
  'GET /settings/webhooks/events 200 items[].type items[].label',
  `GET /settings/webhooks/{id} 200 ${SUBSCRIPTION}`,
  `PATCH /settings/webhooks/{id} <url <events <description <isActive 200 ${SUBSCRIPTION}`,
  'DELETE /settings/webhooks/{id} 200',
  `POST /settings/webhooks/{id}/rotate <overlapHours 200 secret ${SUBSCRIPTION}`,
  `POST /settings/webhooks/{id}/test 200 ${DELIVERY}`,
  `GET /settings/webhooks/{id}/deliveries ${PAGED} 200 ${listed('items', DELIVERY)} ${PAGES}`,
  `POST /settings/webhooks/{id}/deliveries/{deliveryId}/redeliver 200 ${DELIVERY}`,
  `GET /settings/signing-certificate 200 ${SIGNING_CERTIFICATE}`,
  `PUT /settings/signing-certificate file password 200 ${SIGNING_CERTIFICATE}`,
  'DELETE /settings/signing-certificate 200',
  `GET /settings/sso 200 ${SSO}`,
  `PUT /settings/sso ${sent('enabled issuer clientId clientSecret allowedDomains defaultRole roleClaim roleMap enforce')} 200 ${SSO}`,
  'GET /settings/audit-log/export ?format ?q ?entityType ?actorId ?from ?to 200 text/csv',
  'GET /settings/audit-log/verify ?from 200 valid entries checkedFrom checkedTo next erased imported waiting firstBroken head.tenantId head.seq head.hash head.at head.signature.kid stamps',
  `GET /settings/audit-log ${PAGED} 200 ${listed('items', 'id action entityType entityId createdAt')} ${PAGES}`,
  // processors
  `GET /processors ${PAGED} 200 ${listed('items', PROCESSOR)} ${PAGES}`,
  `POST /processors <name! <taxId <country <contactName <contactEmail <services 201 ${PROCESSOR}`,
  `GET /processors/{id} 200 ${PROCESSOR}`,
  `PUT /processors/{id} <name <taxId <country <contactName <contactEmail <services 200 ${PROCESSOR}`,
  'DELETE /processors/{id} 200',
  `GET /processors/{id}/diligence 200 ${listed('items', DILIGENCE)} answered total`,
  `PUT /processors/{id}/diligence/{question} <outcome! <note <checkedOn <fileKeys 200 ${DILIGENCE}`,
  'DELETE /processors/{id}/diligence/{question} 200',
  `GET /processors/{id}/sub-processors 200 ${listed('items', SUB_PROCESSOR)}`,
  `POST /processors/{id}/sub-processors <name! ${sent(SUB_PROCESSOR_OPTIONS)} 201 ${SUB_PROCESSOR}`,
  `PUT /processors/{id}/sub-processors/{subId} <name ${sent(SUB_PROCESSOR_OPTIONS)} 200 ${SUB_PROCESSOR}`,
  'DELETE /processors/{id}/sub-processors/{subId} 200',
  // files
  `GET /files ${PAGED} ?entityType ?entityId 200 ${listed('items', 'key name contentType size sha256 kind uploadedBy createdAt')} ${PAGES}`,
  'POST /public/dsar/{widgetKey}/uploads <name! 201 uploadKey uploadUrl maxBytes types expiresAt',
  'POST /public/privacy-portal/{tenantSlug}/uploads <name! 201 uploadKey uploadUrl maxBytes types expiresAt',
  'PUT /public/uploads/{uploadKey} 200 name contentType size expiresAt',
  'POST /files 201 key name contentType size sha256 createdAt',
  'GET /files/{key} 200 application/octet-stream',
  'DELETE /files/{key} 200',
  // comments
  `GET /comments ${PAGED} ?entityType ?entityId 200 ${listed('items', COMMENT)} ${PAGES}`,
  `POST /comments <entityType! <entityId! <text! <mentions 201 ${COMMENT}`,
  'DELETE /comments/{id} 200',

  // cookie scans
  `POST /cookie-scans <domainId! 202 ${COOKIE_SCAN} pages items findings notes`,
  `GET /cookie-scans ${PAGED} ?domainId ?status ?latest 200 ${listed('items', COOKIE_SCAN)} ${PAGES}`,
  'POST /cookie-scans/banner-check <domainId! 200 domainId url works findings checkedAt',
  'GET /cookie-scans/settings 200 monthly browser missing',
  'PUT /cookie-scans/settings <monthly! 200 monthly browser missing',
  `GET /cookie-scans/{id} 200 ${COOKIE_SCAN} pages items findings notes`,

  // questionnaires
  `GET /questionnaires ${PAGED} ?isActive 200 ${listed('items', QUESTIONNAIRE)} ${PAGES}`,
  `GET /questionnaires/built-in 200 ${listed('items', 'key name description audience article targets questions sections')}`,
  'GET /questionnaires/fields 200 items[].target items[].field items[].label',
  `POST /questionnaires <builtIn <name <description <sections 201 ${QUESTIONNAIRE} targets sections`,
  `GET /questionnaires/{id} 200 ${QUESTIONNAIRE} targets sections`,
  `PUT /questionnaires/{id} <name <description <sections <isActive 200 ${QUESTIONNAIRE} targets sections`,
  'DELETE /questionnaires/{id} 200',
  'POST /questionnaires/{id}/send <recipients! <dueOn! 201 sent dueOn items[].id items[].name items[].email items[].departmentId items[].pageUrl',
  `GET /questionnaires/{id}/answers ${PAGED} ?status ?unread 200 ${listed('items', QUESTIONNAIRE_ANSWER)} ${PAGES}`,
  `GET /questionnaires/answers ${PAGED} ?status ?unread ?questionnaireId ?entityType ?entityId 200 ${listed('items', QUESTIONNAIRE_ANSWER)} ${PAGES}`,
  `GET /questionnaires/answers/{id} 200 ${QUESTIONNAIRE_ANSWER} sections answers files targets sources`,
  `POST /questionnaires/answers/{id}/read 200 ${QUESTIONNAIRE_ANSWER}`,
  `POST /questionnaires/answers/{id}/return <note! <dueOn 200 ${QUESTIONNAIRE_ANSWER}`,
  `POST /questionnaires/answers/{id}/remind 200 ${QUESTIONNAIRE_ANSWER}`,
  'GET /questionnaires/answers/{id}/drafts 200 target items[].nth items[].title items[].fields items[].left items[].source',
  `POST /questionnaires/answers/{id}/convert <target! <records <intoId 201 ${listed('items', 'target nth entityType entityId title url createdBy createdAt')}`,
  'DELETE /questionnaires/invitations/{id} 200',
  'GET /public/questionnaires/{key} 200 organizationName name description recipientName status note dueOn expiresAt submittedAt sections answers files',
  'PUT /public/questionnaires/{key} <answers! <files 200 status savedAt asked answered missing files',
  'POST /public/questionnaires/{key} <answers <files 200 status submittedAt',
  'POST /public/questionnaires/{key}/uploads <name! 201 uploadKey uploadUrl maxBytes types expiresAt',

  // connectors
  `GET /connectors ${PAGED} ?systemId ?kind ?approved 200 ${listed('items', CONNECTOR)} ${PAGES}`,
  `POST /connectors <name! <systemId! <kind! <config! <queries 201 secret ${CONNECTOR}`,
  `GET /connectors/{id} 200 ${CONNECTOR}`,
  `PATCH /connectors/{id} <name <systemId <config <queries 200 secret ${CONNECTOR}`,
  'DELETE /connectors/{id} 200',
  'POST /connectors/{id}/test <right <person 200 ok right mode rows columns ms error sample',
  `POST /connectors/{id}/approve 200 ${CONNECTOR}`,
  `GET /connectors/{id}/runs ${PAGED} ?status 200 ${listed('items', CONNECTOR_RUN)} ${PAGES}`,
  `POST /dsar/requests/{id}/tasks/{taskId}/run 201 ${CONNECTOR_RUN}`,
  'POST /public/connectors/callback/{key} <outcome! <notes <article <rows 200 outcome',

  // imports
  `POST /imports 202 ${IMPORT}`,
  `GET /imports ${PAGED} ?target 200 ${listed('items', 'id target status progress dryRun fileName totals error createdAt completedAt')} ${PAGES}`,
  'GET /imports/templates/{target} ?format 200 text/csv',
  `GET /imports/{id} ?action 200 ${IMPORT} ${IMPORT_ROWS}`,
  `POST /imports/{id}/confirm 202 ${IMPORT}`,
  'DELETE /imports/{id} 200',
]

export interface Promised {
  name: string
  query: string[]
  body: string[]
  status: string
  /** The media type if the answer is a file. */
  file: string | undefined
  fields: string[]
}

function read(line: string): Promised {
  const [method, path, ...words] = line.split(' ')
  const at = words.findIndex((word) => /^\d{3}$/.test(word))
  const taken = words.slice(0, at)
  const shown = words.slice(at + 1)
  const marked = (mark: string) => taken.filter((word) => word.startsWith(mark)).map((word) => word.slice(1))
  return {
    name: `${method} ${path}`,
    query: marked('?'),
    body: marked('<'),
    status: words[at]!,
    file: shown.find((word) => word.includes('/')),
    fields: shown.filter((word) => !word.includes('/')),
  }
}

export const ENDPOINTS: readonly Promised[] = LINES.map(read)
