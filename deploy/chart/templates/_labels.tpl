{{- define "resguardo.labels" -}}
app.kubernetes.io/name: resguardo
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
